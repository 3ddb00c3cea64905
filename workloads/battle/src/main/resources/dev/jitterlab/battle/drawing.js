// What the pages of this workload share: words, colours, and the drawing of a battle on the canvas `arena`.
// A thing that is out of sight says `seen: false`.
const FULL = 65536, FIGHTER = 500;
const COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999', '#6a3d9a', '#8c564b'];
const DARK = new Set(['#0072b2', '#6a3d9a', '#8c564b']);
const $ = id => document.getElementById(id);
const MODES = { 'deathmatch': 'Deathmatch', 'last-standing': 'Last standing', 'collect': 'Collect and hold', 'escort': 'Escort', 'boss': 'Boss fight' };
const modeName = mode => MODES[mode] || mode;
const freeForAll = mode => mode === 'deathmatch' || mode === 'last-standing';
const color = team => COLORS[team % COLORS.length];

function text(tag, content, className) {
  const element = document.createElement(tag);
  element.textContent = content;
  if (className) element.className = className;
  return element;
}

const mix = (from, to, part) => from + (to - from) * part;

function mixAngle(from, to, part) {
  const turn = ((to - from + FULL * 1.5) % FULL) - FULL / 2;
  return from + turn * part;
}

/**
 * The battle as it was a moment ago, between two states that are known: smooth at any frame rate.
 * Ticks are the time: the clock below runs at the battle's rate, a little behind the newest state.
 */
function between(frames, now, delayMs) {
  if (frames.length < 2) return frames.length ? { from: frames[0].view, to: frames[0].view, part: 0, ticks: 0 } : null;
  const newest = frames[frames.length - 1];
  const rate = newest.view.ticks_per_second / 1000;
  // How far the newest state is ahead of the steady clock, by the earliest arrival of all frames.
  const base = Math.max(...frames.map(frame => frame.view.tick - frame.at * rate));
  const tick = base + (now - delayMs) * rate;
  let i = frames.length - 2;
  while (i > 0 && frames[i].view.tick > tick) i--;
  const from = frames[i].view, to = frames[i + 1].view;
  const part = Math.min(1, Math.max(0, (tick - from.tick) / (to.tick - from.tick)));
  return { from, to, part, ticks: (to.tick - from.tick) * part };
}

const canvas = $('arena'), paint = canvas.getContext('2d');
let palette = {}, size = 1;

/** Draws fighters larger than they are. */
function enlarge(factor) { size = factor; }

const isSeen = thing => thing.seen !== false;

/** The same thing a state later, or as it was where it is out of sight then. */
const later = (things, i, thing) => things[i] && isSeen(things[i]) ? things[i] : thing;

function readPalette() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['floor', 'wall', 'wall-edge', 'shot', 'outline', 'zone', 'text', 'quiet', 'card'])
    palette[name] = style.getPropertyValue('--' + name).trim();
}
readPalette();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', readPalette);

/** Draws a moment in map units: the page has set the transformation. The viewer's own fighter has a ring. */
function drawBattle(moment, you) {
  const { from, to, part } = moment;
  drawZone(from, to, part);
  paint.lineWidth = 60;
  paint.fillStyle = palette.wall;
  paint.strokeStyle = palette['wall-edge'];
  for (const [left, bottom, right, top] of from.obstacles) {
    paint.beginPath();
    paint.roundRect(left, bottom, right - left, top - bottom, 250);
    paint.fill();
    paint.stroke();
  }
  from.packs.forEach(([x, y]) => drawPack(x, y));
  from.props.forEach((prop, i) => isSeen(prop) && drawProp(prop, later(to.props, i, prop), part));
  from.npcs.forEach((npc, i) => isSeen(npc) && drawNpc(npc, later(to.npcs, i, npc), part));
  const seconds = moment.ticks / from.ticks_per_second;
  from.projectiles.forEach(shot => drawShot(shot, seconds));
  from.fighters.forEach((fighter, i) => isSeen(fighter) && drawFighter(fighter, later(to.fighters, i, fighter), part, i, i === you));
}

function circle(x, y, radius) {
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
}

function drawZone(from, to, part) {
  const radius = mix(from.objective.radius, to.objective.radius, part);
  if (!radius) return;
  circle(mix(from.objective.x, to.objective.x, part), mix(from.objective.y, to.objective.y, part), radius);
  paint.globalAlpha = 0.14;
  paint.fillStyle = palette.zone;
  paint.fill();
  paint.globalAlpha = 1;
  paint.lineWidth = 140;
  paint.setLineDash([700, 350]);
  paint.strokeStyle = palette.zone;
  paint.stroke();
  paint.setLineDash([]);
}

function drawPack(x, y) {
  paint.fillStyle = palette.zone;
  paint.fillRect(x - 350, y - 120, 700, 240);
  paint.fillRect(x - 120, y - 350, 240, 700);
}

function drawProp(prop, next, part) {
  const x = mix(prop.x, next.x, part), y = mix(prop.y, next.y, part), r = prop.radius;
  paint.lineWidth = 90;
  paint.strokeStyle = palette.outline;
  if (prop.kind === 'crystal') {
    const lift = prop.carrier === undefined ? 0 : FIGHTER;
    paint.beginPath();
    paint.moveTo(x, y + lift + r * 1.7);
    paint.lineTo(x + r, y + lift);
    paint.lineTo(x, y + lift - r * 1.7);
    paint.lineTo(x - r, y + lift);
    paint.closePath();
    paint.fillStyle = '#cc79a7';
  } else if (prop.kind === 'cart') {
    paint.beginPath();
    paint.roundRect(x - r, y - r * 0.7, 2 * r, 1.4 * r, 200);
    paint.fillStyle = '#f0e442';
  } else {
    circle(x, y, r);
    paint.fillStyle = '#8c7a6b';
  }
  paint.fill();
  paint.stroke();
}

function drawNpc(npc, next, part) {
  if (npc.health === 0) return;
  const x = mix(npc.x, next.x, part), y = mix(npc.y, next.y, part), r = npc.radius * 1.1;
  paint.beginPath();
  const corners = npc.kind === 'boss' ? 8 : 3;
  for (let i = 0; i < corners; i++) {
    const angle = 2 * Math.PI * i / corners + Math.PI / 2;
    paint.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
  paint.closePath();
  paint.fillStyle = '#d55e00';
  paint.strokeStyle = palette.outline;
  paint.lineWidth = 100;
  paint.fill();
  paint.stroke();
  if (npc.kind === 'boss') label(String(npc.health), x, y, '#fff', 700);
}

function drawShot(shot, seconds) {
  const angle = shot.direction * 2 * Math.PI / FULL;
  const dx = Math.cos(angle), dy = Math.sin(angle);
  const x = shot.x + dx * shot.speed * seconds, y = shot.y + dy * shot.speed * seconds;
  paint.strokeStyle = paint.fillStyle = palette.shot;
  if (shot.weapon === 'rocket') {
    circle(x, y, 190);
    paint.fill();
  }
  paint.lineWidth = 110;
  paint.beginPath();
  paint.moveTo(x, y);
  paint.lineTo(x - dx * 550, y - dy * 550);
  paint.stroke();
}

function drawFighter(fighter, next, part, number, isYou) {
  if (!fighter.present || fighter.health === 0) return;
  const jumped = Math.hypot(next.x - fighter.x, next.y - fighter.y) > 6000; // came back elsewhere
  const share = jumped ? 0 : part;
  const x = mix(fighter.x, next.x, share), y = mix(fighter.y, next.y, share);
  const angle = mixAngle(fighter.aim, next.aim, share) * 2 * Math.PI / FULL;
  paint.strokeStyle = palette.text;
  paint.lineWidth = 190;
  paint.beginPath();
  paint.moveTo(x, y);
  paint.lineTo(x + 1050 * size * Math.cos(angle), y + 1050 * size * Math.sin(angle));
  paint.stroke();
  circle(x, y, FIGHTER * 1.15 * size);
  paint.fillStyle = color(fighter.team);
  paint.fill();
  paint.lineWidth = 90;
  paint.strokeStyle = palette.outline;
  paint.stroke();
  if (isYou) {
    circle(x, y, FIGHTER * 2.1 * size);
    paint.lineWidth = 110;
    paint.strokeStyle = palette.text;
    paint.stroke();
  }
  if (fighter.shielded) {
    circle(x, y, FIGHTER * 1.6 * size);
    paint.lineWidth = 70;
    paint.strokeStyle = palette.quiet;
    paint.stroke();
  }
  label(String(number + 1), x, y, DARK.has(color(fighter.team)) ? '#fff' : '#111', 620 * size);
  const width = 1500, health = mix(fighter.health, next.health, share) / 100;
  paint.fillStyle = palette.outline;
  paint.fillRect(x - width / 2 - 40, y + 760 * size, width + 80, 260);
  paint.fillStyle = health > 0.35 ? '#2fc99c' : '#ff9d57';
  paint.fillRect(x - width / 2, y + 760 * size + 40, width * Math.max(0, health), 180);
}

function label(content, x, y, fill, size) {
  paint.save();
  paint.translate(x, y);
  paint.scale(1, -1);
  paint.font = '700 ' + size + 'px system-ui, sans-serif';
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillStyle = fill;
  paint.fillText(content, 0, size * 0.06);
  paint.restore();
}
