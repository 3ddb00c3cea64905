'use strict';
// Keeps the page of a run that goes on up to date: asks for what is new once a second.
(function () {
  const PERIOD_MS = 1000;
  const PATIENCE = 3; // so many questions without an answer in a row: the lab has stopped
  const byId = id => document.getElementById(id);
  const panel = byId('live');
  let have = 0;
  let page = null;
  let unanswered = 0;
  let last = null;

  // What is said is read aloud, so it is set only where it changes.
  function tell(css, state, text, said) {
    panel.className = 'banner live ' + css;
    byId('live-state').textContent = state;
    byId('live-text').textContent = text;
    if (byId('live-said').textContent !== said) byId('live-said').textContent = said;
  }
  function show(live) {
    byId('live-bar').style.width = (live.share * 100).toFixed(1) + '%';
    if (live.state === 'running') {
      tell('', 'The run goes on', live.text, 'The run goes on' + (live.phase ? ': ' + live.phase : ''));
    } else if (live.state === 'ended') {
      const over = 'The run is over: the trial is ' + live.status;
      tell('ended ' + live.status, over, '', over); // the page itself has the verdict now
    } else {
      tell('failed', 'The run failed', live.text, 'The run failed: ' + live.text);
    }
    byId('live-end').hidden = !live.report;
    byId('live-late').hidden = !live.late;
    byId('live-late').textContent = live.late ? 'Late last: ' + live.late : '';
    document.documentElement.dataset.live = live.state;
  }
  function stopped() {
    document.documentElement.dataset.live = 'stopped';
    if (last && last.state !== 'running') { // it said how it ended, and that stays true
      byId('live-end').textContent = 'The lab has ended; this page stays as it is.' + (last.report ? ' The report is ' + last.report : '');
      return;
    }
    const since = new Date(Date.now() - unanswered * PERIOD_MS).toLocaleTimeString();
    tell('stopped', 'The lab has stopped', 'Nothing has come from it since ' + since + '; what is below stays as it was.' +
      (last ? ' What was measured is in ' + last.run + '. If no lab measures it any more, go on with: ' + last.resume : ''),
      'The lab has stopped');
  }

  // Texts and tables of a block that is over. What a script has made its own stays, so that nothing flickers; so does
  // what the reader has opened or closed, with the focus in it.
  const KEPT = '[data-chart], #live, #theme, .legend, select, script, noscript';
  function replace(old, newer) {
    const mine = [...old.children];
    const theirs = [...newer.children];
    theirs.forEach((their, i) => {
      const my = mine[i];
      if (my && my.matches('details') && their.matches('details')) their.open = my.open;
      if (!my) {
        old.append(their);
      } else if (my.matches(KEPT)) {
        if (my.hasAttribute('aria-label')) my.setAttribute('aria-label', their.getAttribute('aria-label'));
        if (my.matches('select')) offer(my, their);
      } else if (my.outerHTML !== their.outerHTML) {
        if (my.tagName === their.tagName && (my.matches('details') || my.querySelector(KEPT + ', details'))) replace(my, their);
        else my.replaceWith(their);
      }
    });
    mine.slice(theirs.length).forEach(my => my.remove());
  }
  // A metric may have its first figure in a later block. What was chosen stays so, as long as it is offered.
  function offer(my, their) {
    if (my.innerHTML === their.innerHTML) return;
    const chosen = my.value;
    my.replaceChildren(...their.options);
    if ([...my.options].some(one => one.value === chosen)) my.value = chosen;
  }
  async function refresh() {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok) throw new Error(answer.status);
    const newer = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const sections = which => [...which.querySelectorAll('section')].map(one => one.id).join();
    if (!window.jitterlab || sections(document) !== sections(newer)) {
      location.reload();
      throw new Error('the page is loaded anew');
    }
    replace(document.querySelector('main'), newer.querySelector('main'));
    window.jitterlab.redraw(JSON.parse(newer.getElementById('data').textContent));
  }

  async function ask() {
    try {
      const answer = await fetch('/live.json?have=' + have, { cache: 'no-store' });
      if (!answer.ok) throw new Error(answer.status);
      const live = await answer.json();
      unanswered = 0;
      // The lab ends as soon as a page knows that the run failed: nothing else can be asked for then.
      const isNew = (page !== null && page !== live.page) || (live.page > 0 && !window.jitterlab);
      if (isNew && live.state !== 'failed') await refresh();
      page = live.page;
      if (live.data && window.jitterlab) {
        window.jitterlab.redraw(live.data);
        have = live.charts;
      }
      last = live;
      show(live);
    } catch (e) {
      unanswered++;
      if (unanswered >= PATIENCE) stopped();
    }
    setTimeout(ask, PERIOD_MS);
  }
  ask();
})();
