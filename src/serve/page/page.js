// The page of `sotto serve`: text goes to /v1/listen, events with sentences and sound come back.
export const byId = id => document.getElementById(id);
const [form, text, status] = ['form', 'text', 'status'].map(byId);
let running = null;  // {abort, player} of what is being said
let languages = [], voices = [];

export function headers() {
  const key = byId('key').value;
  return key ? {Authorization: `Bearer ${key}`} : {};
}

export async function getJson(path) {
  const answer = await fetch(path, {headers: headers()});
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error.message ?? body.error);
  return body;
}

function say(message, isWrong = false) {
  status.textContent = message;
  status.classList.toggle('wrong', isWrong);
}

export function fill(select, entries) {
  const old = select.value;
  select.replaceChildren(...entries.map(([value, label]) => new Option(label, value)));
  if (entries.some(([value]) => value === old)) select.value = old;
}

// Every language into those it is translated into, and into itself: said as it stands.
function fillTargets() {
  const from = languages.find(l => l.code === byId('from').value);
  if (!from) return;
  const name = code => languages.find(l => l.code === code)?.name ??
      new Intl.DisplayNames(['en'], {type: 'language'}).of(code) ?? code;
  fill(byId('to'), [...from.targets.map(code => [code, name(code)]), [from.code, `${from.name} (as it is)`]]);
  fillVoices();
}

function fillVoices() {
  const to = byId('to').value;
  const fitting = voices.filter(v => v.languages.length === 0 || v.languages.includes(to));
  fill(byId('voice'), fitting.map(v => [v.id, v.name]));
}

async function loadChoices() {
  try {
    languages = await getJson('/languages');
    fill(byId('from'), languages.map(l => [l.code, l.name]));
    fillTargets();
    voices = (await getJson('/v1/audio/voices')).voices;
    fillVoices();
    const models = (await getJson('/v1/models')).data.filter(m => m.id !== 'sotto');
    fill(byId('model'), [['', 'auto'], ...models.map(m => [m.id, m.id])]);
    byId('better').hidden = models.some(m => m.id.includes('firefox'));
    say('');
  } catch (error) {
    say(error.message, true);
  }
}

// Plays pieces of sound one behind the other.
class Player {
  constructor() {
    this.context = new AudioContext();
    this.until = 0;
    this.samples = 0;
    this.pieces = [];  // when each piece of sound begins, by this context's clock and in the sound
    this.given = 0;    // seconds of sound
  }
  add(bytes, rate) {
    const samples = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
    if (samples.length === 0) return;
    const buffer = this.context.createBuffer(1, samples.length, rate);
    buffer.getChannelData(0).set(Float32Array.from(samples, s => s / 32768));
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    this.until = Math.max(this.until, this.context.currentTime + 0.03);
    source.start(this.until);
    this.pieces.push({at: this.until, from: this.given});
    this.given += buffer.duration;
    this.until += buffer.duration;
    this.samples += samples.length;
    document.body.dataset.samples = this.samples;
  }
  // Which second of the sound is heard now.
  second() {
    const now = this.context.currentTime - (this.context.outputLatency || 0);
    while (this.pieces.length > 1 && this.pieces[1].at <= now) this.pieces.shift();
    const piece = this.pieces[0];
    return piece && now >= piece.at ? Math.min(piece.from + now - piece.at, this.given) : -1;
  }
  secondsLeft() {
    return Math.max(0, this.until - this.context.currentTime);
  }
  close() {
    if (this.context.state !== 'closed') this.context.close();
  }
}

function element(tag, className, content = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = content;
  return made;
}

function showSentence(event) {
  const item = document.createElement('li');
  const translation = element('p', event.lost ? 'text lost' : 'text', event.text);
  translation.lang = event.lost ? byId('from').value : byId('to').value;
  const source = element('div', 'source', event.source);
  source.lang = byId('from').value;
  item.append(translation);
  if (event.source !== event.text) item.append(source);
  byId('sentences').append(item);
  shown.set(event.id, translation);
}

// The words of a sentence whose times are known, each in an element of its own, to be marked.
const shown = new Map();
const timed = [];
function showWords(u) {
  const paragraph = shown.get(u.id);
  if (!paragraph || !u.words?.length) return;
  const parts = [];
  let rest = paragraph.textContent;
  for (const word of u.words) {
    const at = rest.indexOf(word.word);
    if (at < 0) return;
    const part = element('span', 'word', word.word);
    parts.push(rest.slice(0, at), part);
    timed.push({part, begin: word.begins_ms / 1000, end: word.ends_ms / 1000});
    rest = rest.slice(at + word.word.length);
  }
  paragraph.replaceChildren(...parts, rest);
}

function markWords(player) {
  if (player.context.state === 'closed') {
    for (const {part} of timed) part.classList.remove('heard');
    return;
  }
  const second = player.second();
  for (const {part, begin, end} of timed) part.classList.toggle('heard', begin <= second && second < end);
  requestAnimationFrame(() => markWords(player));
}

const STAGES = [['wait', ['wait_translate_ms', 'wait_voice_ms']], ['translate', ['translate_ms']],
                ['voice', ['first_audio_ms']], ['queue', ['wait_sink_ms']]];

function showTimes(utterances) {
  const sums = utterances.map(u => STAGES.map(([, keys]) => keys.reduce((sum, key) => sum + (u[key] ?? 0), 0)));
  const totals = sums.map(parts => parts.reduce((a, b) => a + b, 0));
  const longest = Math.max(1, ...totals);
  byId('waterfall').replaceChildren(...utterances.map((u, i) => {
    const row = document.createElement('li');
    const bar = element('div', 'bar');
    const told = STAGES.map(([name], k) => `${name} ${Math.round(sums[i][k])} ms`).join(', ');
    bar.setAttribute('role', 'img');
    bar.setAttribute('aria-label', `sentence ${u.id + 1}: ${told}`);
    bar.title = told;
    STAGES.forEach(([name], k) => {
      const part = element('span', name);
      part.style.width = `${100 * sums[i][k] / longest}%`;
      bar.append(part);
    });
    row.append(element('span', '', `${u.id + 1}`), bar, element('span', 'sum', `${Math.round(totals[i])} ms`));
    return row;
  }));
}

// The events of a stream of server-sent events, as they come.
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    rest += value;
    const parts = rest.split('\n\n');
    rest = parts.pop();
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6));
  }
}

async function listen(player, abort) {
  const query = new URLSearchParams({
    from: byId('from').value, to: byId('to').value, voice: byId('voice').value || 'auto',
    model: byId('model').value, speed: byId('speed').value, format: 'sse'});
  const answer = await fetch(`/v1/listen?${query}`, {
    method: 'POST', body: text.value, signal: abort.signal,
    headers: {...headers(), 'Content-Type': 'text/plain; charset=utf-8'}});
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  const utterances = [];
  shown.clear();
  timed.length = 0;
  markWords(player);
  for await (const event of eventsOf(answer.body)) {
    if (event.type === 'sentence') showSentence(event);
    if (event.type === 'audio') player.add(Uint8Array.from(atob(event.audio), c => c.charCodeAt(0)), event.sample_rate);
    if (event.type === 'finished') showWords(event.utterance);
    if (event.type === 'finished') showTimes(utterances.push(event.utterance) && utterances);
    if (event.type === 'error') throw new Error(event.message);
    if (event.type === 'done') return event;
  }
  throw new Error('The answer broke off.');
}

async function speak() {
  stop();
  if (!text.value.trim()) return say('There is nothing to say: type or drop a text.', true);
  const mine = running = {abort: new AbortController(), player: new Player()};
  byId('sentences').replaceChildren();
  byId('waterfall').replaceChildren();
  byId('stop').disabled = false;
  say('Speaking …');
  try {
    const done = await listen(mine.player, mine.abort);
    await new Promise(resolve => setTimeout(resolve, 1000 * mine.player.secondsLeft()));
    if (running === mine) say(`Said ${done.utterances} ${done.utterances === 1 ? 'sentence' : 'sentences'}.`);
  } catch (error) {
    if (error.name !== 'AbortError') say(error.message, true);
  }
  if (running === mine) end();
}

function end() {
  running.player.close();
  running = null;
  byId('stop').disabled = true;
}

function stop() {
  if (!running) return;
  running.abort.abort();
  end();
  say('Stopped.');
}

// Two voices at once are none: who hears the sound can silence the log. Remembered by the browser.
function announce(wanted) {
  byId('announced').checked = wanted;
  byId('sentences').setAttribute('aria-live', wanted ? 'polite' : 'off');
  localStorage.setItem('announced', wanted);
}

form.addEventListener('submit', event => { event.preventDefault(); speak(); });
byId('stop').addEventListener('click', stop);
byId('announced').addEventListener('change', event => announce(event.target.checked));
announce(localStorage.getItem('announced') !== 'false');
byId('from').addEventListener('change', fillTargets);
byId('to').addEventListener('change', fillVoices);
byId('key').addEventListener('change', loadChoices);
// Calls `stop` at the keys that stop. Screen readers keep Escape for themselves.
export function onKey(stop) {
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' || (event.key === '.' && (event.ctrlKey || event.metaKey))) stop();
  });
}
onKey(stop);
document.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); speak(); }
});
for (const kind of ['dragenter', 'dragover']) {
  text.addEventListener(kind, event => { event.preventDefault(); text.classList.add('over'); });
}
text.addEventListener('dragleave', () => text.classList.remove('over'));
text.addEventListener('drop', async event => {
  event.preventDefault();
  text.classList.remove('over');
  const file = event.dataTransfer.files[0];
  text.value = file ? await file.text() : event.dataTransfer.getData('text');
});
loadChoices();
