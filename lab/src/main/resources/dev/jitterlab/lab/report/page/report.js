'use strict';
// Draws the charts from the JSON block. Everything else on the page is there without this script.
(function () {
  let data = JSON.parse(document.getElementById('data').textContent);
  const charts = new Map(); // element -> ECharts instance
  const MICROSECOND = 1e-6;
  const QUANTILES = {
    p50: { dash: [2, 3], width: 1.5 },
    p90: { dash: [6, 3], width: 1.5 },
    p95: { dash: [9, 3, 2, 3], width: 1.5 },
    p99: { dash: 'solid', width: 2 }
  };

  // ---- words and colours

  const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const number = value => String(+value.toPrecision(3));
  function seconds(value) {
    const size = Math.abs(+value.toPrecision(3));
    if (size === 0) return '0 s';
    if (size < 1e-6) return number(value * 1e9) + ' ns';
    if (size < 1e-3) return number(value * 1e6) + ' µs';
    return size < 1 ? number(value * 1e3) + ' ms' : number(value) + ' s';
  }
  const share = value => number(value * 100) + ' %';
  const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
  // x is 1 / (1 − p); as many nines as x has zeros.
  const percentile = x => String(+(100 - 100 / x).toFixed(Math.max(1, Math.ceil(Math.log10(x)) - 1)));

  // ---- parts that all charts share

  function axis(name, more) {
    const soft = css('soft');
    return Object.assign({
      name, nameLocation: 'middle', nameTextStyle: { color: soft, fontSize: 11 },
      axisLabel: { color: soft, fontSize: 11, hideOverlap: true },
      axisLine: { show: true, onZero: false, lineStyle: { color: css('rule') } },
      axisTick: { lineStyle: { color: css('rule') } },
      splitLine: { lineStyle: { color: css('grid') } },
      minorSplitLine: { show: more.type === 'log', lineStyle: { color: css('grid'), opacity: 0.55 } }, minorTick: { splitNumber: 9 }
    }, more, more.axisLabel && { axisLabel: Object.assign({ color: soft, fontSize: 11, hideOverlap: true }, more.axisLabel) });
  }
  function tooltip(more) {
    return Object.assign({
      confine: true, backgroundColor: css('card'), borderColor: css('rule'),
      textStyle: { color: css('ink'), fontSize: 12 }, transitionDuration: 0
    }, more);
  }
  const base = () => ({ animation: false, textStyle: { fontFamily: 'inherit' }, backgroundColor: 'transparent' });
  function line(name, points, color, dash, width) {
    return {
      name, type: 'line', data: points, showSymbol: false, symbol: 'circle',
      lineStyle: { color, type: dash, width }, itemStyle: { color }, emphasis: { disabled: true }
    };
  }
  // Groups that the reader has chosen, at first some of many; the others are grey. None: all.
  const chosenGroups = new Set(data.coloured);
  const isColoured = group => !chosenGroups.size || chosenGroups.has(group.name);
  const colouredFirst = rows => rows.filter(row => isColoured({ name: row.seriesName }));
  function groupLine(group, points, width) {
    return isColoured(group)
      ? Object.assign(line(group.name, points, groupColor(group), groupDash(group), width), { z: 3 })
      : Object.assign(line(group.name, points, css('rule'), 'solid', 1), { z: 1, silent: true });
  }
  const groupDash = group => group.style.dash.length ? group.style.dash : 'solid';
  const groupColor = group => css('g' + group.style.color);
  const warmup = (from, to) => ({
    silent: true, itemStyle: { color: css('shade') },
    label: { color: css('soft'), fontSize: 10, position: 'insideTop' },
    data: [[{ name: -from > 0.12 * (to - from) ? 'warm-up' : '', xAxis: from }, { xAxis: 0 }]]
  });
  function extent(lines) {
    let low = Infinity, high = -Infinity;
    for (const points of lines) for (const [, value] of points) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return [low, high];
  }
  function times(lines) {
    let from = Infinity, to = -Infinity;
    for (const points of lines) if (points.length) {
      from = Math.min(from, points[0][0]);
      to = Math.max(to, points[points.length - 1][0]);
    }
    return [Math.floor(from), Math.ceil(to)];
  }
  function timeAxis(from, to) {
    return axis('seconds since measuring began', {
      type: 'value', min: from, max: to, nameGap: 22, splitLine: { show: false },
      // A label only at round numbers, not at ragged ends.
      axisLabel: { formatter: number, showMinLabel: from % 5 === 0, showMaxLabel: to % 5 === 0 }
    });
  }
  // A logarithmic axis where values span more than a factor of eight and most are above zero.
  function valueAxis(lines, floor) {
    let [low, high] = extent(lines);
    if (high > 0 && high / Math.max(low, floor) > 8) {
      const decade = value => Math.pow(10, value);
      return {
        log: true, floor: Math.max(low, floor), type: 'log',
        min: decade(Math.floor(Math.log10(Math.max(low, floor)) + 1e-9)), max: decade(Math.ceil(Math.log10(high) - 1e-9))
      };
    }
    const room = (high - low) * 0.08 || Math.abs(high) * 0.05 || floor;
    const step = niceStep((high - low + 2 * room) / 4);
    return {
      log: false, floor: -Infinity, type: 'value', interval: step,
      min: Math.floor((low - room) / step) * step, max: Math.ceil((high + room) / step) * step
    };
  }
  function niceStep(size) {
    const decade = Math.pow(10, Math.floor(Math.log10(size)));
    return [1, 2, 5, 10].find(factor => factor * decade >= size) * decade;
  }
  const raised = (points, floor) => points.map(([x, y]) => [x, Math.max(y, floor)]);

  // ---- the charts; each returns an ECharts option, or null where there is nothing to draw

  function ticks(element) {
    const metric = element.dataset.metric;
    const control = metric === 'tick_drift_seconds' ? data.control : [];
    const lines = data.groups.flatMap(group => Object.values(group.ticks[metric] || {})).concat([control]);
    const own = data.groups[+element.dataset.group].ticks[metric] || {};
    if (!Object.values(own).some(points => points.length)) return null;
    const y = valueAxis(lines, MICROSECOND);
    const [from, to] = times(lines);
    const series = Object.keys(QUANTILES).filter(name => own[name]).map(name => line(
      name, raised(own[name], y.floor), css(name), QUANTILES[name].dash, QUANTILES[name].width));
    if (control.length) series.push(Object.assign(
      line('the machine itself', raised(control, y.floor), css('soft'), [1, 3], 1.5), { z: 1 }));
    const place = value => y.log ? Math.log(value / y.min) / Math.log(y.max / y.min) : (value - y.min) / (y.max - y.min);
    const end = one => one && one.data.length ? place(one.data[one.data.length - 1][1]) : 0;
    const [p50, p99] = ['p50', 'p99'].map(name => series.find(one => one.name === name));
    for (const one of [p99, end(p99) - end(p50) > 0.1 ? p50 : null]) { // side by side, not on top of each other
      if (one) one.endLabel = { show: true, formatter: one.name, color: css(one.name), fontSize: 11, distance: 4 };
    }
    if (from < 0) series[0].markArea = warmup(from, to);
    return Object.assign(base(), {
      grid: { left: 62, right: 34, top: 12, bottom: 38 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => [escape(number(rows[0].value[0])) + ' s']
        .concat(rows.map(row => escape(row.seriesName) + '  <b>' + seconds(row.value[1]) + '</b>').reverse()).join('<br>') }),
      xAxis: timeAxis(from, to),
      yAxis: axis('', { type: y.type, min: y.min, max: y.max, interval: y.interval, axisLabel: { formatter: seconds } }),
      series
    });
  }

  function drift() {
    const groups = data.groups.filter(group => group.drift.length);
    if (!groups.length) return null;
    const [, high] = extent(groups.map(group => group.drift));
    const [, right] = times(groups.map(group => group.drift));
    return Object.assign(base(), {
      grid: { left: 66, right: 34, top: 16, bottom: 44 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => [percentile(rows[0].value[0]) + ' % of ticks started at most so late:']
        .concat(colouredFirst(rows).map(row => escape(row.seriesName) + '  <b>' + seconds(row.value[2]) + '</b>')).join('<br>') }),
      xAxis: axis('percentile (% of ticks)', { type: 'log', min: 1, max: right, nameGap: 26,
        axisLabel: { formatter: percentile } }),
      yAxis: axis('drift', { type: 'log', min: MICROSECOND, max: Math.pow(10, Math.ceil(Math.log10(Math.max(high, 1e-5)) - 1e-9)), nameGap: 50,
        axisLabel: { formatter: seconds } }),
      series: groups.map(group => Object.assign(
        groupLine(group, group.drift.map(([x, y], i) => ({
          value: [x, Math.max(y, MICROSECOND), y],
          // A marker at every ninth point tells lines apart without hiding their dashes.
          symbol: isColoured(group) && (i + 3 * group.style.color) % 9 === 0 ? group.style.symbol : 'none', symbolSize: 8
        })), 2),
        { showSymbol: true, showAllSymbol: true }))
    });
  }

  function latency(element) {
    const of = element.dataset.of;
    const groups = data.groups.filter(group => group.latency[of].length);
    if (!groups.length) return null;
    const decade = (value, round) => Math.pow(10, round(Math.log10(value)));
    const [, highest] = extent(groups.map(group => group.latency[of]));
    const left = Math.min(...groups.map(group => group.latency[of][0][0]));
    const right = Math.max(...groups.map(group => group.latency[of][group.latency[of].length - 1][0]));
    const FLOOR = 0.5; // below one: a class without any
    return Object.assign(base(), {
      grid: { left: 66, right: 24, top: 16, bottom: 44 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => ['from ' + seconds(rows[0].value[0])]
        .concat(colouredFirst(rows).filter(row => row.value[2] > 0).map(row => escape(row.seriesName) + '  <b>' + row.value[2] + '</b>')).join('<br>') }),
      xAxis: axis(of === 'drift' ? 'latency' : 'response time', { type: 'log', min: decade(left, Math.floor), max: decade(right, Math.ceil), nameGap: 26,
        axisLabel: { formatter: seconds } }),
      yAxis: axis(of === 'drift' ? 'ticks' : 'answers', { type: 'log', min: FLOOR, max: decade(highest, Math.ceil), nameGap: 46,
        axisLabel: { formatter: value => value < 1 ? '0' : number(value) } }),
      series: groups.map(group => Object.assign(
        groupLine(group, group.latency[of].map(([x, count], i) => ({
          value: [x, Math.max(count, FLOOR), count],
          symbol: isColoured(group) && (i + 3 * group.style.color) % 9 === 0 && count > 0 ? group.style.symbol : 'none', symbolSize: 8
        })), 1.5),
        { step: 'end', showSymbol: true, showAllSymbol: true }))
    });
  }

  function cpu(element) {
    const machine = element.dataset.of === 'machine';
    const lines = machine ? [data.machine_cpu] : data.groups.map(group => group.cpu);
    if (!lines.some(points => points.length)) return null;
    const [from, to] = times(lines);
    const series = machine
      ? [line('whole machine', data.machine_cpu, css('ink'), 'solid', 2),
        line('stolen', data.machine_steal, css('soft'), [1, 3], 2)]
      : data.groups.map(group => groupLine(group, group.cpu, 2));
    if (from < 0) series[0].markArea = warmup(from, to);
    const [, high] = extent(lines);
    const step = niceStep(Math.max(high, 0.01) / 4);
    return Object.assign(base(), {
      grid: { left: 52, right: 14, top: 14, bottom: 40 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => [escape(number(rows[0].value[0])) + ' s']
        .concat((machine ? rows : colouredFirst(rows)).map(row => escape(row.seriesName) + '  <b>' + share(row.value[1]) + '</b>')).join('<br>') }),
      xAxis: timeAxis(from, to),
      yAxis: axis('', { type: 'value', min: 0, max: machine ? 1 : Math.ceil(high / step - 1e-9) * step, interval: machine ? 0.25 : step,
        axisLabel: { formatter: share } }),
      series
    });
  }

  function capacity() {
    const groups = data.groups.filter(group => group.late.curve.length);
    if (!groups.length) return null;
    const FLOOR = 1e-5;
    const loads = times(groups.map(group => group.late.curve));
    const [, high] = extent(groups.flatMap(group => [group.late.curve, group.late.seen]));
    const lifted = points => points.map(([x, y]) => [x, Math.max(y, FLOOR), y]);
    const series = groups.flatMap(group => {
      const curve = groupLine(group, lifted(group.late.curve), 2);
      return [curve, {
        name: group.name, type: 'scatter', data: lifted(group.late.seen), symbol: group.style.symbol, symbolSize: 6,
        silent: true, tooltip: { show: false }, z: curve.z, itemStyle: { color: curve.itemStyle.color, opacity: 0.55 }
      }];
    });
    series[0].markLine = {
      silent: true, symbol: 'none', lineStyle: { color: css('ink'), type: [4, 4], width: 1 },
      label: { color: css('soft'), fontSize: 11, position: 'insideStartTop', formatter: 'limit ' + share(data.late_limit) },
      data: [{ yAxis: data.late_limit }]
    };
    return Object.assign(base(), {
      grid: { left: 66, right: 24, top: 16, bottom: 44 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => ['load ' + number(rows[0].value[0])]
        .concat(colouredFirst(rows).filter(row => row.seriesType === 'line')
          .map(row => escape(row.seriesName) + '  <b>' + share(row.value[2]) + '</b>')).join('<br>') }),
      xAxis: axis('load', { type: loads[0] > 0 && loads[1] > 10 * loads[0] ? 'log' : 'value', min: loads[0], max: loads[1], nameGap: 26, axisLabel: { formatter: number } }),
      yAxis: axis('late ticks', { type: 'log', min: FLOOR, max: Math.min(1, Math.pow(10, Math.ceil(Math.log10(Math.max(high, data.late_limit)) - 1e-9))), nameGap: 50,
        axisLabel: { formatter: share } }),
      series
    });
  }

  function jit(element) {
    const of = element.dataset.of;
    const points = {
      drift: group => (group.ticks.tick_drift_seconds || {}).p99 || [],
      execution: group => (group.ticks.tick_execution_seconds || {}).p99 || [],
      deoptimisations: group => group.jit.deoptimisations,
      seconds: group => group.jit.seconds
    };
    const lines = data.groups.map(points[of]);
    if (!lines.some(one => one.length)) return null;
    const everything = Object.values(points).flatMap(one => data.groups.map(one)); // one time axis for all four
    const [from, to] = times(everything);
    const words = of === 'deoptimisations' ? number : seconds;
    const y = of === 'deoptimisations' || of === 'seconds'
      ? { log: false, floor: -Infinity, type: 'value', min: 0 } : valueAxis(lines, MICROSECOND);
    const series = data.groups.map((group, i) => groupLine(group, raised(lines[i], y.floor), 2));
    if (from < 0) series[0].markArea = warmup(from, to);
    const changes = (data.groups.find(group => group.jit.changes.length) || data.groups[0]).jit.changes;
    if (changes.length) series[0].markLine = {
      silent: true, symbol: 'none', label: { formatter: 'change', color: css('soft'), fontSize: 10 },
      lineStyle: { color: css('ink'), type: 'dashed', width: 1 }, data: changes.map(at => ({ xAxis: at }))
    };
    return Object.assign(base(), {
      grid: { left: 62, right: 34, top: 18, bottom: 38 },
      tooltip: tooltip({ trigger: 'axis', formatter: rows => [escape(number(rows[0].value[0])) + ' s']
        .concat(rows.map(row => escape(row.seriesName) + '  <b>' + words(row.value[1]) + '</b>')).join('<br>') }),
      xAxis: timeAxis(from, to),
      yAxis: axis('', { type: y.type, min: y.min, max: y.max, interval: y.interval, axisLabel: { formatter: words } }),
      series
    });
  }

  const WORDS = {
    seconds, share, number,
    bytes: value => Math.abs(value) < 1000 ? number(value) + ' B'
      : Math.abs(value) < 1024000 ? number(value / 1024) + ' KiB' : number(value / 1048576) + ' MiB'
  };

  // One group over many runs. An interval is a line of its own, straight up from low to high.
  function history(element) {
    const group = data.groups[+element.dataset.group];
    const dots = group.points.map((point, run) => [run, point.value]).filter(dot => dot[1] !== undefined && dot[1] !== null);
    if (!dots.length) return null;
    const words = WORDS[data.unit];
    const bounded = group.points.map((point, run) => ({ point, run })).filter(one => one.point.low !== undefined && one.point.low !== null);
    const ends = bounded.flatMap(({ point, run }) => [[run, point.low], [run, point.high]]);
    const y = valueAxis([dots, ends], dots.every(dot => dot[1] > 0) ? 1e-12 : Infinity);
    const color = groupColor(group);
    const lines = (runs, type, name) => runs.map(run => ({ xAxis: run - 0.5, name, lineStyle: { color: css('ink'), type, width: 1 } }));
    const changes = group.changes.map(change => ({
      xAxis: change.run - 0.5, lineStyle: { color: css(change.worse ? 'bad' : 'good'), type: 'dashed', width: 2 },
      label: { formatter: (change.ratio ? '× ' + number(change.ratio) : 'changed') + (change.worse ? ', worse' : ', better'), color: css(change.worse ? 'bad' : 'good'), fontSize: 11 }
    }));
    return Object.assign(base(), {
      grid: { left: 66, right: 24, top: 24, bottom: 44 },
      tooltip: tooltip({ trigger: 'item', formatter: item => {
        const run = item.value[0], point = group.points[run];
        return escape(data.runs[run]) + '<br><b>' + words(point.value) + '</b>' + (point.low ? ' [' + words(point.low) + ', ' + words(point.high) + ']' : '');
      } }),
      xAxis: axis('run', { type: 'value', min: -1, max: group.points.length, interval: Math.max(1, Math.ceil(group.points.length / 12)), nameGap: 24, splitLine: { show: false },
        axisLabel: { formatter: run => run in group.points ? number(run + 1) : '' } }),
      yAxis: axis('', { type: y.type, min: y.min, max: y.max, interval: y.interval, axisLabel: { formatter: words } }),
      series: [
        { type: 'line', silent: true, symbol: 'none', connectNulls: false, lineStyle: { color, width: 2, opacity: 0.6 },
          data: bounded.flatMap(({ point, run }) => [[run, Math.max(point.low, y.floor)], [run, point.high], [run, null]]) },
        { name: group.name, type: 'scatter', symbol: group.style.symbol, symbolSize: 9, z: 3, itemStyle: { color }, data: dots,
          markLine: { silent: true, symbol: 'none', label: { formatter: '', color: css('soft') }, data: changes.concat(lines(data.breaks, 'dotted', 'new series')) } }
      ]
    });
  }

  function strip(element) {
    const select = document.getElementById('strip-metric');
    const choice = data.metrics.find(metric => metric.key === select.value) || data.metrics[0];
    const words = WORDS[choice.unit];
    const dots = data.groups.flatMap((group, row) => group.instances
      .filter(instance => choice.key in instance.values)
      .map((instance, i) => ({ group, row, instance, value: instance.values[choice.key],
        y: row + (group.instances.length > 1 ? (i / (group.instances.length - 1) - 0.5) * 0.5 : 0) })));
    if (!dots.length) return null;
    const narrow = element.clientWidth < 560;
    const left = narrow ? 14 : 190;
    element.style.height = 70 + data.groups.length * (narrow ? 70 : 54) + 'px';
    const positive = dots.every(dot => dot.value > 0);
    const x = valueAxis([dots.map(dot => [0, dot.value])], positive ? 1e-9 : Infinity);
    const series = data.groups.map(group => ({
      name: group.name, type: 'scatter', symbol: group.style.symbol, symbolSize: 12, z: 3,
      data: dots.filter(dot => dot.group === group).map(dot => ({
        value: [dot.value, dot.y], dot,
        itemStyle: dot.instance.nullified
          ? { color: css('card'), borderColor: groupColor(group), borderWidth: 2 }
          : { color: groupColor(group), opacity: 0.85 }
      }))
    }));
    if (data.in_blocks) {
      for (const block of new Set(dots.map(dot => dot.instance.block))) {
        series.push({ type: 'line', silent: true, symbol: 'none', z: 1, tooltip: { show: false },
          lineStyle: { color: css('soft'), width: 1, opacity: 0.55 },
          data: dots.filter(dot => dot.instance.block === block).map(dot => [dot.value, dot.y]) });
      }
    }
    // Names of the groups: left of the plot, on a phone above each row.
    series.push({ type: 'scatter', silent: true, symbolSize: 0.01, z: 5, data: data.groups.map((group, row) => ({
      value: [x.min, row - (narrow ? 0.38 : 0)],
      label: { show: true, position: narrow ? 'right' : 'left', distance: narrow ? 2 : 10, formatter: () => group.name,
        color: css('ink'), fontSize: 12, width: narrow ? element.clientWidth - 40 : left - 20, overflow: 'truncate', align: narrow ? 'left' : 'right' }
    })) });
    return Object.assign(base(), {
      grid: { left, right: 24, top: 8, bottom: 44 },
      tooltip: tooltip({ trigger: 'item', formatter: item => item.data.dot
        ? '<b>' + escape(item.data.dot.instance.id) + '</b><br>' + words(item.data.dot.value) + '<br>block ' + item.data.dot.instance.block +
          (item.data.dot.instance.nullified ? '<br>nullified: ' + escape(item.data.dot.instance.why || 'cause not recorded') : '')
        : '' }),
      xAxis: axis(choice.title + (choice.unit === 'share' ? ', share' : ''), { type: x.type, min: x.min, max: x.max, interval: x.interval, nameGap: 28, axisLabel: { formatter: words } }),
      yAxis: axis('', { type: 'value', inverse: true, min: -0.5, max: data.groups.length - 0.5, interval: 1,
        axisLabel: { show: false }, axisTick: { show: false }, splitLine: { show: true, lineStyle: { color: css('grid') } } }),
      series
    });
  }

  // ---- drawing

  const options = { ticks, drift, latency, cpu, jit, strip, capacity, history };
  function draw(element) {
    drawnIn.set(element, turn);
    const option = options[element.dataset.chart](element);
    if (option === null) {
      element.classList.add('empty');
      element.textContent = 'Nothing was recorded for this chart.';
      return;
    }
    let chart = charts.get(element);
    if (!chart) {
      element.classList.remove('empty');
      element.textContent = '';
      chart = echarts.init(element, null, { renderer: 'svg' });
      chart.group = element.dataset.chart;
      charts.set(element, chart);
      new ResizeObserver(() => element.clientWidth > 0 && chart.resize()).observe(element);
    }
    chart.resize();
    chart.setOption(option, true);
  }
  // A turn draws every visible chart once; those that are opened later are drawn in the turn that is.
  const drawnIn = new WeakMap(); // element -> turn
  let turn = 0;
  const isStale = element => drawnIn.get(element) !== turn;
  const staleCharts = () => [...document.querySelectorAll('[data-chart]')].filter(element => element.offsetParent !== null && isStale(element));
  function drawn() {
    echarts.connect('ticks');
    document.documentElement.dataset.drawn = String(charts.size);
  }
  function drawNow() {
    turn++;
    staleCharts().forEach(draw);
    drawn();
  }
  // Dozens of charts take a second; in between the page answers. From the top, as they are read.
  const SLICE_MS = 30;
  function goOn() {
    const mine = turn;
    const waiting = staleCharts();
    (function slice() {
      if (mine !== turn) return;
      const until = performance.now() + SLICE_MS;
      while (waiting.length && performance.now() < until) {
        const next = waiting.shift();
        if (isStale(next)) draw(next);
      }
      if (waiting.length) setTimeout(slice);
      else drawn();
    })();
  }
  function drawSoon() {
    turn++;
    goOn();
  }

  // ---- which groups are in colour

  const legends = data.groups.length < 2 ? [] : document.querySelectorAll('.legend[aria-label="Groups"]');
  function press() {
    for (const list of legends) data.groups.forEach((group, i) => {
      list.children[i].firstElementChild.setAttribute('aria-pressed', chosenGroups.has(group.name));
    });
  }
  for (const list of legends) data.groups.forEach((group, i) => {
    const choose = document.createElement('button');
    choose.type = 'button';
    choose.title = 'Show in colour, the others in grey';
    choose.append(...list.children[i].childNodes);
    choose.addEventListener('click', () => {
      if (!chosenGroups.delete(group.name)) chosenGroups.add(group.name);
      press();
      drawSoon();
    });
    list.children[i].append(choose);
  });
  press();

  // ---- light and dark

  const button = document.getElementById('theme');
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : dark.matches;
  }
  function label() {
    button.textContent = isDark() ? '☀ Light' : '☾ Dark';
  }
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    label();
    drawSoon();
  });
  dark.addEventListener('change', () => {
    label();
    drawSoon();
  });
  button.hidden = false;
  label();

  const choice = document.getElementById('strip-metric');
  if (choice) choice.addEventListener('change', () => draw(document.getElementById('strip')));
  for (const details of document.querySelectorAll('details')) {
    details.addEventListener('toggle', () => details.open && goOn());
  }
  // Paper is white: charts are drawn light for it, whatever the screen shows.
  let chosen;
  window.addEventListener('beforeprint', () => {
    chosen = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = 'light';
    for (const details of document.querySelectorAll('details.metric, details.group')) details.open = true;
    drawNow();
  });
  window.addEventListener('afterprint', () => {
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    drawNow();
  });
  drawSoon();

  // For the page of a run that goes on: the same charts with newer data.
  window.jitterlab = {
    redraw(newer) {
      data = newer;
      drawNow();
    }
  };
})();
