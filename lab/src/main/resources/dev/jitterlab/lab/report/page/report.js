'use strict';
// Draws the charts from the JSON block: each is a specification made in Java (report.chart.Chart), and no chart is
// known here by name. Everything else on the page is there without this script.
(function () {
  let data = JSON.parse(document.getElementById('data').textContent);
  const charts = new Map(); // element -> ECharts instance

  // ---- words and colours

  const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  // A figure has three digits. The labels of an axis have as many as tell its steps apart.
  const DIGITS = 3;
  function digitsOf(min, max, step) {
    const needed = Math.ceil(Math.log10(Math.max(Math.abs(min), Math.abs(max)) / step)) + 1;
    return Number.isFinite(needed) ? Math.min(15, Math.max(DIGITS, needed)) : DIGITS;
  }
  const number = (value, digits = DIGITS) => String(+value.toPrecision(digits));
  function seconds(value, digits = DIGITS) {
    const size = Math.abs(+value.toPrecision(digits));
    if (size === 0) return '0 s';
    if (size < 1e-6) return number(value * 1e9, digits) + ' ns';
    if (size < 1e-3) return number(value * 1e6, digits) + ' µs';
    return size < 1 ? number(value * 1e3, digits) + ' ms' : number(value, digits) + ' s';
  }
  const WORDS = {
    seconds, number,
    // Only all is 100 %, as in Units.share.
    share(value, digits) {
      const words = number(value * 100, digits), missing = value - 1;
      return (words === '100' && Math.abs(missing) > 1e-10 ? String(+(100 + 100 * missing.toPrecision(2)).toFixed(8)) : words) + ' %';
    },
    bytes(value, digits = DIGITS) {
      let unit = 0;
      for (; Math.abs(+value.toPrecision(DIGITS)) >= 1000 && unit < 4; unit++) value /= 1024;
      return number(value, digits) + [' B', ' KiB', ' MiB', ' GiB', ' TiB'][unit];
    },
    count: value => value < 1 ? '0' : String(Math.round(value)),
    time: number,
    ordinal: value => Number.isInteger(value) ? String(value + 1) : '',
    // value is 1 / (1 − p); as many nines as it has zeros.
    percentile: value => String(+(100 - 100 / value).toFixed(Math.max(1, Math.ceil(Math.log10(value)) - 1))),
    name: value => String(value)
  };
  const escape = text => String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');

  // Groups that the reader has chosen, at first some of many; the others are grey. None: all.
  const chosenGroups = new Set(data.coloured);
  const isColoured = one => one.group === undefined || !chosenGroups.size || chosenGroups.has(nameOf(one));
  const nameOf = one => one.group === undefined ? one.name || '' : data.groups[one.group].name;
  const styleOf = one => one.group === undefined ? {} : data.groups[one.group].style;
  const colorOf = one => one.group === undefined ? css(one.color || 'ink') : css('g' + styleOf(one).color);
  function strokeOf(one) {
    if (!isColoured(one)) return { color: css('rule'), type: 'solid', width: 1 };
    const dash = one.dash || styleOf(one).dash || [];
    return { color: colorOf(one), type: dash.length ? dash : 'solid', width: one.width || 2 };
  }

  // ---- axes

  const decade = (value, round) => Math.pow(10, round(Math.log10(value) + (round === Math.ceil ? -1e-9 : 1e-9)));
  function niceStep(size, unit) {
    if (unit === 'bytes') return Math.pow(2, Math.ceil(Math.log2(size) - 1e-9));
    const ten = decade(size, Math.floor);
    return [1, 2, 5, 10].find(factor => factor * ten >= size) * ten;
  }
  const of = spec => spec.choices || [spec];
  const isBand = spec => !!spec.series && spec.series.some(one => one.mark === 'band');
  // All values on an axis of a chart: 'x' or 'y'. A band may reach beyond: a wide interval must not hide what is in it.
  function values(spec, which) {
    const at = which === 'x' ? 0 : 1;
    const series = spec.series.filter(one => one.mark !== 'band' || spec.series.length === 1);
    return series.flatMap(one => one.points.flatMap(point => point.length === 4 ? [point[at], point[at + 2]] : [point[at]]))
      .concat(spec.rules.map(rule => rule[which]).filter(value => value !== undefined && spec[which].unit !== 'time'));
  }
  function reach(spec, which) {
    const axis = spec[which];
    const alike = axis.shared === undefined ? [spec]
      : Object.values(data.charts).flatMap(of).filter(other => other[which].shared === axis.shared);
    let low = Infinity, high = -Infinity, positive = Infinity;
    for (const one of alike) for (const value of values(one, which)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
      if (value > 0) positive = Math.min(positive, value);
    }
    return [low, high, positive];
  }
  // From where to where an axis goes; on a logarithmic one, what is below its floor is drawn there.
  function scale(spec, which) {
    const axis = spec[which];
    const [low, high, positive] = reach(spec, which);
    if (axis.names) return { min: -0.5, max: axis.names.length - 0.5, interval: 1, floor: -Infinity, type: 'value' };
    if (axis.unit === 'time') return { min: Math.floor(low), max: Math.ceil(high), floor: -Infinity, type: 'value' };
    if (axis.unit === 'ordinal') return { min: axis.min, max: axis.max, interval: Math.max(1, Math.ceil((axis.max - axis.min - 1) / 12)), floor: -Infinity, type: 'value' };
    // Zeros have no place on a logarithmic axis: without a floor they are drawn at the smallest value above 0.
    const least = low > 0 || positive === Infinity ? 1e-12 : axis.scale === 'log' ? positive : Infinity;
    const lowest = axis.floor !== undefined ? axis.floor : axis.min !== undefined ? axis.min : least;
    const floor = Math.max(low, lowest);
    const isLog = axis.scale === 'log' || axis.scale === 'auto' && high > 0 && high / floor > 8;
    // Where no value is above 0 and no floor is given to draw them at, a logarithmic axis has no ends.
    const top = axis.floor !== undefined ? Math.max(high, floor) : high;
    if (isLog && top > 0) {
      // Bytes are round at powers of two, or of four where those are many; decades would leave half of the chart empty.
      if (axis.unit === 'bytes') return { floor, type: 'log', min: floor / 1.1, max: 1.1 * top, logBase: top / floor > 800 ? 4 : 2 };
      const min = axis.min !== undefined ? axis.min : decade(floor, Math.floor);
      const max = axis.max !== undefined ? axis.max : Math.max(10 * min, decade(top, Math.ceil));
      return { floor: Math.max(floor, min), type: 'log', min, max: axis.unit === 'share' ? Math.min(1, max) : max };
    }
    const linear = { floor: -Infinity, type: 'value' };
    if (axis.min !== undefined && axis.max !== undefined) {
      return Object.assign(linear, { min: axis.min, max: axis.max, interval: which === 'y' ? (axis.max - axis.min) / 4 : undefined });
    }
    if (axis.min !== undefined && !isLog) {
      const interval = niceStep((Math.max(high, axis.unit === 'share' ? 0.01 : 1e-9) - axis.min) / 4, axis.unit);
      return Object.assign(linear, { min: axis.min, interval, max: axis.min + Math.max(1, Math.ceil((high - axis.min) / interval - 1e-9)) * interval });
    }
    const room = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1e-6;
    const interval = niceStep((high - low + 2 * room) / 4, axis.unit);
    return Object.assign(linear, { interval, min: Math.floor((low - room) / interval) * interval, max: Math.ceil((high + room) / interval) * interval });
  }
  function axisOption(axis, { type, min, max, interval, logBase }, which) {
    const soft = css('soft');
    const words = WORDS[axis.unit];
    // Without a given step ECharts chooses one, which is never smaller than a tenth of the axis.
    const digits = type === 'log' ? DIGITS : digitsOf(min, max, interval || (max - min) / 10);
    const label = { color: soft, fontSize: 11, hideOverlap: true, formatter: value => words(value, digits) };
    // A label only at round numbers, not at ragged ends.
    if (axis.unit === 'time') Object.assign(label, { showMinLabel: min % 5 === 0, showMaxLabel: max % 5 === 0 });
    if (logBase) Object.assign(label, { showMinLabel: false, showMaxLabel: false });
    if (axis.unit === 'ordinal') label.formatter = value => value > min && value < max ? words(value) : '';
    const common = {
      name: axis.title, nameLocation: 'middle', nameTextStyle: { color: soft, fontSize: 11 }, nameGap: axis.unit === 'time' ? 22 : which === 'x' ? 26 : 50,
      axisLabel: label,
      axisLine: { show: true, onZero: false, lineStyle: { color: css('rule') } },
      axisTick: { lineStyle: { color: css('rule') } },
      splitLine: { show: axis.unit !== 'time' && axis.unit !== 'ordinal', lineStyle: { color: css('grid') } },
      minorSplitLine: { show: type === 'log', lineStyle: { color: css('grid'), opacity: 0.55 } }, minorTick: { splitNumber: logBase ? 4 : 9 }
    };
    return Object.assign(common, { type, min, max, interval, logBase: logBase || 10 });
  }

  // ---- marks; each returns an ECharts series

  function lineMark(one, points) {
    const coloured = isColoured(one);
    return {
      type: 'line', data: points, showSymbol: false, symbol: 'circle', lineStyle: strokeOf(one),
      itemStyle: { color: strokeOf(one).color }, emphasis: { disabled: true }, z: one.mute || !coloured ? 1 : one.group === undefined ? 2 : 3
    };
  }
  const MARKS = {
    line(one, place) {
      const line = lineMark(one, one.points.map(([x, y], i) => ({
        value: [x, place(y), y], symbolSize: 8,
        // A marker at every ninth point tells lines apart without hiding their dashes.
        symbol: one.markers && isColoured(one) && y > 0 && (i + 3 * styleOf(one).color) % 9 === 0 ? styleOf(one).symbol : 'none'
      })));
      if (one.markers) Object.assign(line, { showSymbol: true, showAllSymbol: true });
      if (one.mute) Object.assign(line.lineStyle, { opacity: 0.55 });
      return line;
    },
    step: (one, place) => Object.assign(MARKS.line(one, place), { step: 'end' }),
    segments: (one, place) => Object.assign(
      lineMark(one, one.points.flatMap(([x1, y1, x2, y2]) => [[x1, place(y1)], [x2, place(y2)], [x2, null]])), { silent: true, tooltip: { show: false } }),
    // An interval along x: [x, low, x, high]. Its lower edge is this series; bands() draws the rest.
    band: (one, place) => Object.assign(lineMark(one, one.points.map(([x, low]) => [x, place(low)])),
      { silent: true, tooltip: { show: false }, z: 1, lineStyle: { color: strokeOf(one).color, width: 1, opacity: 0.6 } }),
    dots: (one, place) => ({
      type: 'scatter', symbol: one.symbol || styleOf(one).symbol || 'circle', symbolSize: one.mute ? 6 : 12, z: one.mute ? 1 : 3,
      itemStyle: one.hollow ? { color: css('card'), borderColor: strokeOf(one).color, borderWidth: 2 }
        : { color: strokeOf(one).color, opacity: one.mute ? 0.55 : 0.85 },
      data: one.points.map(([x, y], i) => ({
        value: [x, place(y), y], tip: one.tips && one.tips[i],
        label: one.labels && { show: true, position: 'right', distance: 8, formatter: () => one.labels[i], color: css('ink'), fontSize: 12 }
      })),
      labelLayout: { moveOverlap: 'shiftY', hideOverlap: true }
    }),
    // Bars from x1 to x2 that stand on one another, the lowest first: each is drawn from 0 on, behind those before it.
    blocks(one, place, element, spec) {
      const { min, max } = scale(spec, 'x');
      return {
        type: 'bar', barGap: '-100%', z: 20 - spec.series.indexOf(one), itemStyle: { color: strokeOf(one).color },
        barWidth: Math.max(1, (element.clientWidth - 100) * (one.points[0][2] - one.points[0][0]) / (max - min) - 0.5),
        data: one.points.map(([x1, y1, x2, y2]) => ({ value: [(x1 + x2) / 2, y2, y2 - y1] }))
      };
    }
  };

  // ---- a chart

  const warmup = (from, to) => ({
    silent: true, itemStyle: { color: css('shade') },
    label: { color: css('soft'), fontSize: 10, position: 'insideTop' },
    data: [[{ name: -from > 0.12 * (to - from) ? 'warm-up' : '', xAxis: from }, { xAxis: 0 }]]
  });
  const ruleLine = rule => ({
    [rule.x === undefined ? 'yAxis' : 'xAxis']: rule.x === undefined ? rule.y : rule.x,
    lineStyle: { color: css(rule.color), type: rule.dash, width: rule.color === 'ink' ? 1 : 2 },
    label: { formatter: () => rule.text, color: css(rule.color === 'ink' ? 'soft' : rule.color), fontSize: 11, position: rule.x === undefined ? 'insideStartTop' : 'end' }
  });
  function tooltip(spec) {
    const words = WORDS[spec.y.unit];
    const tips = spec.series.some(one => one.tips);
    const isTime = spec.x.unit === 'time'; // a point stands for the second in which it lies
    const place = x => isTime ? String(Math.floor(x)) : WORDS[spec.x.unit](x);
    const heading = row => escape((spec.heading || (isTime ? '{x} s' : '{x}')).replace('{x}', place(row.value[0])));
    // A hollow dot marks a value of its group's line as a bound.
    const hollow = spec.series.filter(one => one.hollow);
    const bound = row => hollow.some(one => one.group === spec.series[row.seriesIndex].group && one.points.some(point => point[0] === row.value[0])) ? '≥ ' : '';
    const named = row => !spec.series[row.seriesIndex].mute && !spec.series[row.seriesIndex].hollow && isColoured(spec.series[row.seriesIndex]) && row.value[2] !== undefined &&
      (spec.y.unit !== 'count' || row.value[2] > 0);
    return {
      confine: true, backgroundColor: css('card'), borderColor: css('rule'), transitionDuration: 0,
      textStyle: { color: css('ink'), fontSize: 12 }, trigger: tips ? 'item' : 'axis',
      formatter: tips ? item => (item.data.tip || []).map((line, i) => i ? escape(line) : '<b>' + escape(line) + '</b>').join('<br>')
        : rows => [heading(rows[0])].concat(rows.filter(named)
          .map(row => escape(row.seriesName) + '  <b>' + bound(row) + words(row.value[2]) + '</b>')).join('<br>')
    };
  }
  // What lies between the edges of bands, as far as the axes reach: drawn over the finished chart, whose pixels it needs.
  function bands(spec, chart) {
    const y = scale(spec, 'y');
    const within = value => Math.min(Math.max(value, y.min), y.max);
    const at = (x, value) => chart.convertToPixel({ gridIndex: 0 }, [x, within(value)]);
    return spec.series.filter(one => one.mark === 'band').map((one, i) => ({
      id: 'band ' + i, type: 'polygon', silent: true, z: 1,
      shape: { points: one.points.map(([x, low]) => at(x, low)).concat(one.points.map(([x, , , high]) => at(x, high)).reverse()) },
      style: { fill: strokeOf(one).color, opacity: 0.16 }
    }));
  }
  // Lines across the chart, and how many rows their names need so that none stands on another.
  function rules(spec, element, x, grid) {
    const width = element.clientWidth - grid.left - grid.right;
    const place = value => x.type === 'log' ? Math.log(value / x.min) / Math.log(x.max / x.min) : (value - x.min) / (x.max - x.min);
    const ends = []; // of each row, where its last name ends
    const lines = spec.rules.map((rule, i) => ({ rule, i })).sort((a, b) => (a.rule.x || 0) - (b.rule.x || 0)).map(({ rule, i }) => {
      const line = ruleLine(rule);
      if (rule.x !== undefined && rule.text) {
        const middle = place(rule.x) * width, half = 3.2 * rule.text.length + 4;
        let row = ends.findIndex(end => end <= middle - half);
        if (row < 0) row = ends.length;
        ends[row] = middle + half;
        line.label.distance = 4 + 14 * row;
      }
      return { line, i };
    });
    return { data: lines.sort((a, b) => a.i - b.i).map(one => one.line), rows: ends.length };
  }
  // Names of lines at their ends: side by side, not on top of each other.
  function labelEnds(spec, series, y) {
    const place = value => y.type === 'log' ? Math.log(value / y.min) / Math.log(y.max / y.min) : (value - y.min) / (y.max - y.min);
    const taken = [];
    spec.series.forEach((one, i) => {
      if (!one.label || !one.points.length) return;
      const end = place(Math.max(one.points[one.points.length - 1][1], y.floor));
      if (taken.some(other => Math.abs(other - end) <= 0.1)) return;
      taken.push(end);
      series[i].endLabel = { show: true, formatter: one.name, color: strokeOf(one).color, fontSize: 11, distance: 4 };
    });
  }
  // Names of rows: left of the plot, on a phone above each row.
  function rows(spec, element, x, narrow, left) {
    return { type: 'scatter', silent: true, symbolSize: 0.01, z: 5, tooltip: { show: false }, data: spec.y.names.map((name, row) => ({
      value: [x.min, row - (narrow ? 0.38 : 0)],
      label: { show: true, position: narrow ? 'right' : 'left', distance: narrow ? 2 : 10, formatter: () => name,
        color: css('ink'), fontSize: 12, width: narrow ? element.clientWidth - 40 : left - 20, overflow: 'truncate', align: narrow ? 'left' : 'right' }
    })) };
  }
  // The ECharts option of a specification, or null where there is nothing to draw.
  function option(spec, element) {
    if (!spec.series.some(one => one.points.length && !one.mute)) return null;
    const x = scale(spec, 'x'), y = scale(spec, 'y');
    const place = value => Math.max(value, y.floor);
    const series = spec.series.map(one => Object.assign({ name: nameOf(one), silent: !!one.mute || !isColoured(one) }, MARKS[one.mark](one, place, element, spec)));
    if (spec.x.unit === 'time' && x.min < 0) series[0].markArea = warmup(x.min, x.max);
    labelEnds(spec, series, y);
    const xAxis = axisOption(spec.x, x, 'x'), yAxis = axisOption(spec.y, y, 'y');
    const grid = { left: spec.y.title ? 66 : 62, right: 34, top: spec.rules.some(rule => rule.text) ? 24 : 14, bottom: !spec.x.title ? 26 : spec.x.unit === 'time' ? 38 : 44 };
    if (spec.y.names) {
      const narrow = element.clientWidth < 560;
      grid.left = narrow ? 28 : spec.y.wide ? 360 : 190;
      const row = spec.y.compact ? (narrow ? 58 : 38) : narrow ? 70 : 54;
      element.style.height = 70 + spec.y.names.length * row + 'px';
      Object.assign(yAxis, { inverse: true, axisLabel: { show: false }, axisTick: { show: false } });
      series.push(rows(spec, element, x, narrow, grid.left));
    }
    if (spec.rules.length) {
      const across = rules(spec, element, x, grid);
      series[0].markLine = { silent: true, symbol: 'none', data: across.data };
      grid.top += 14 * Math.max(0, across.rows - 1);
    }
    return { animation: false, textStyle: { fontFamily: 'inherit' }, backgroundColor: 'transparent', grid, tooltip: tooltip(spec), xAxis, yAxis, series };
  }

  // ---- drawing

  function draw(element) {
    drawnIn.set(element, turn);
    const found = data.charts[element.dataset.chart];
    if (!found) return; // newer data without it: what is there stays
    const choice = document.querySelector('[data-choice="' + element.dataset.chart + '"]');
    const spec = found.choices ? found.choices[found.names.indexOf(choice.value)] : found;
    const drawing = spec ? option(spec, element) : null;
    let chart = charts.get(element);
    if (drawing === null) {
      if (chart) chart.dispose();
      charts.delete(element);
      element.classList.add('empty');
      element.textContent = 'Nothing was recorded for this chart.';
      return;
    }
    if (!chart) {
      element.classList.remove('empty');
      element.textContent = '';
      chart = echarts.init(element, null, { renderer: 'svg' });
      chart.group = spec.link || element.dataset.chart;
      if (spec.link) links.add(spec.link);
      charts.set(element, chart);
      new ResizeObserver(() => {
        if (element.clientWidth === 0 || chart.isDisposed()) return;
        // Blocks are as wide as their time, bands are pixels; names of lines need as many rows as the width asks for.
        if (spec.series && (spec.series.some(one => one.mark === 'blocks') || isBand(spec) || spec.rules.filter(rule => rule.text).length > 1)) draw(element);
        else chart.resize();
      }).observe(element);
    }
    chart.resize();
    chart.setOption(drawing, true);
    if (isBand(spec)) chart.setOption({ graphic: bands(spec, chart) });
  }
  const links = new Set(); // who points at a chart of one points at all of it
  // A turn draws every visible chart once; those that are opened later are drawn in the turn that is.
  const drawnIn = new WeakMap(); // element -> turn
  let turn = 0;
  const isStale = element => drawnIn.get(element) !== turn;
  const staleCharts = () => [...document.querySelectorAll('[data-chart]')].filter(element => element.offsetParent !== null && isStale(element));
  function drawn() {
    links.forEach(link => echarts.connect(link));
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

  // ---- boxes in rows (report.chart.Boxes): zoomed by the two ends of what is in view

  for (const figure of document.querySelectorAll('.boxes')) explore(figure);
  function explore(figure) {
    const rows = [...figure.querySelectorAll('.boxes-track')].map(track => [...track.querySelectorAll('.box')]).filter(row => row.length);
    const axis = figure.querySelector('.boxes-axis .boxes-track');
    const unit = WORDS[figure.dataset.unit];
    const low = +figure.dataset.from, span = +figure.dataset.to - low;
    const at = (box, end) => +box.style.getPropertyValue(end);
    const middle = box => (at(box, '--a') + at(box, '--b')) / 2;
    let view = [0, 1], current = rows[0][0];
    const bar = document.createElement('p'), said = document.createElement('span');
    bar.className = 'boxes-bar';
    said.setAttribute('role', 'status');

    function show(from, to) {
      const width = Math.min(1, Math.max(1e-5, to - from));
      const start = Math.min(1 - width, Math.max(0, from));
      view = [start, start + width];
      figure.style.setProperty('--from', view[0]);
      figure.style.setProperty('--to', view[1]);
      if (axis) label();
    }
    function label() {
      const from = low + view[0] * span, to = low + view[1] * span, step = niceStep((to - from) / (axis.clientWidth < 400 ? 3 : 6));
      const digits = digitsOf(from, to, step);
      axis.textContent = '';
      for (let i = Math.ceil(from / step); i * step <= to; i++) {
        const tick = document.createElement('span');
        tick.textContent = unit(i * step, digits);
        tick.style.setProperty('--a', (i * step - low) / span);
        axis.append(tick);
        // What does not fit at the right end keeps its line and loses its text.
        if (tick.offsetLeft + tick.offsetWidth > axis.clientWidth) tick.textContent = '';
      }
    }
    function zoom(factor) {
      const width = (view[1] - view[0]) * factor;
      const center = middle(current) >= view[0] && middle(current) <= view[1] ? middle(current) : (view[0] + view[1]) / 2;
      show(center - width / 2, center + width / 2);
    }
    const move = by => show(view[0] + by * (view[1] - view[0]), view[1] + by * (view[1] - view[0]));
    function zoomTo(box) {
      const a = at(box, '--a'), b = at(box, '--b'), room = axis ? Math.max(0.1 * (b - a), 0.002) : 0;
      show(Math.max(0, a - room), Math.min(1, b + room));
    }
    function choose(box) {
      current.tabIndex = -1;
      current = box;
      box.tabIndex = 0;
      said.textContent = box.title;
      if (at(box, '--b') < view[0] || at(box, '--a') > view[1]) show(0, 1);
    }
    function neighbour(key) {
      const row = rows.findIndex(one => one.includes(current)), place = rows[row].indexOf(current);
      if (key === 'ArrowLeft') return rows[row][place - 1];
      if (key === 'ArrowRight') return rows[row][place + 1];
      const next = rows[row + (key === 'ArrowUp' ? -1 : 1)];
      return next && next.reduce((best, box) => Math.abs(middle(box) - middle(current)) < Math.abs(middle(best) - middle(current)) ? box : best);
    }
    const keys = { '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2), '0': () => show(0, 1), Escape: () => show(0, 1) };
    figure.addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey) return; // those are the browser's, such as the way back
      const to = event.key.startsWith('Arrow') && event.target.matches('.box') ? neighbour(event.key) : undefined;
      if (to) to.focus();
      else if (keys[event.key]) keys[event.key]();
      else if (!(event.key.startsWith('Arrow') && event.target.matches('.box'))) return; // on a button it scrolls the page
      event.preventDefault();
    });
    figure.addEventListener('focusin', event => event.target.matches('.box') && choose(event.target));
    figure.addEventListener('pointerover', event => {
      if (event.target.matches('.box')) said.textContent = event.target.title;
    });
    figure.addEventListener('click', event => event.target.matches('.box') && zoomTo(event.target));
    for (const [text, title, act] of [['+', 'Zoom in', () => zoom(0.5)], ['−', 'Zoom out', () => zoom(2)], ['◀', 'Earlier', () => move(-0.5)],
      ['▶', 'Later', () => move(0.5)], ['All', 'Show all', () => show(0, 1)]]) {
      if (!axis && /[◀▶]/.test(text)) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.title = title;
      button.addEventListener('click', act);
      bar.append(button);
    }
    bar.append(said);
    figure.append(bar);
    show(0, 1);
  }
  // A link to a box takes the reader there with the keyboard too.
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]');
    const box = link && document.getElementById(link.getAttribute('href').slice(1));
    if (box && box.matches('.box')) setTimeout(() => box.focus());
  });

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

  for (const choice of document.querySelectorAll('[data-choice]')) {
    choice.addEventListener('change', () => draw(document.querySelector('[data-chart="' + choice.dataset.choice + '"]')));
  }
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
