// The arena: the same sentence by several voices, one after the other, by /v1/audio/speech.
import {byId, fill, getJson, headers, onKey} from '/page.js';

const RATE_HZ = 24000;  // of response_format pcm
const [form, table, status] = ['arena', 'arena-table', 'arena-status'].map(byId);
let voices = [], running = null;  // the AbortController of what is measured
let context = null, source = null;

function say(message, isWrong = false) {
  status.textContent = message;
  status.classList.toggle('wrong', isWrong);
}

function languageName(code) {
  try {
    return new Intl.DisplayNames(['en'], {type: 'language'}).of(code);
  } catch {
    return code;  // no code that the browser knows
  }
}

function fillVoices() {
  const language = byId('arena-language').value;
  const fitting = voices.filter(v => v.id !== 'auto' && (v.languages.length === 0 || v.languages.includes(language)));
  fill(byId('arena-voices'), fitting.map(v => [v.id, v.name]));
  [...byId('arena-voices').options].slice(0, 3).forEach(option => { option.selected = true; });
}

async function loadVoices() {
  try {
    voices = (await getJson('/v1/audio/voices')).voices;
  } catch (error) {
    return say(error.message, true);
  }
  const codes = [...new Set(voices.flatMap(v => v.languages))].sort((a, b) => languageName(a).localeCompare(languageName(b)));
  fill(byId('arena-language'), codes.map(code => [code, languageName(code)]));
  if (codes.includes('en')) byId('arena-language').value = 'en';
  fillVoices();
  say('');
}

// Milliseconds from the request to the first sound and to the last, and the samples.
async function measure(voice, text, language, signal) {
  const begin = performance.now();
  const answer = await fetch('/v1/audio/speech', {
    method: 'POST', signal, headers: {...headers(), 'Content-Type': 'application/json'},
    body: JSON.stringify({input: text, voice, language, response_format: 'pcm'})});
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  const pieces = [];
  let first = null;
  for (const reader = answer.body.getReader();;) {
    const {value, done} = await reader.read();
    if (done) break;
    first ??= performance.now() - begin;
    pieces.push(value);
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const samples = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
  if (samples.length === 0) throw new Error('There is no sound in it.');
  return {first, all: performance.now() - begin, samples, seconds: samples.length / RATE_HZ};
}

function play(samples) {
  source?.stop();
  context ??= new AudioContext();
  context.resume();
  const buffer = context.createBuffer(1, samples.length, RATE_HZ);
  buffer.getChannelData(0).set(Float32Array.from(samples, s => s / 32768));
  source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
}

function cell(text) {
  const made = document.createElement('td');
  made.textContent = text;
  return made;
}

function addRow(voice, language, outcome) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = voice;
  row.append(head);
  if (outcome.error) {
    const why = cell(outcome.error);
    why.colSpan = 4;
    why.className = 'wrong';
    row.append(why);
  } else {
    const listen = document.createElement('button');
    listen.type = 'button';
    listen.textContent = 'Play';
    listen.setAttribute('aria-label', `Play ${voice}`);
    listen.addEventListener('click', () => play(outcome.samples));
    const last = cell('');
    last.append(listen);
    row.append(cell(`${Math.round(outcome.first)} ms`), cell((outcome.all / 1000 / outcome.seconds).toFixed(2)),
               cell(`${outcome.seconds.toFixed(1)} s`), last);
  }
  table.tBodies[0].append(row);
}

// Each voice is asked twice: the first time it may have to be loaded. One at a time, so that none waits for another.
async function compare() {
  const text = byId('arena-text').value.trim(), language = byId('arena-language').value;
  const chosen = [...byId('arena-voices').selectedOptions].map(option => option.value);
  stop();
  if (!text) return say('There is nothing to say: type a sentence.', true);
  if (chosen.length === 0) return say('Choose one voice or more.', true);
  const mine = running = new AbortController();
  table.tBodies[0].replaceChildren();
  table.hidden = false;
  for (const [i, voice] of chosen.entries()) {
    say(`${voice}: ${i + 1} of ${chosen.length} …`);
    try {
      await measure(voice, text, language, mine.signal);
      addRow(voice, language, await measure(voice, text, language, mine.signal));
    } catch (error) {
      if (error.name === 'AbortError') return;
      addRow(voice, language, {error: error.message});
    }
  }
  running = null;
  say(`${chosen.length} ${chosen.length === 1 ? 'voice' : 'voices'} measured.`);
}

function stop() {
  source?.stop();
  source = null;
  if (!running) return;
  running.abort();
  running = null;
  say('Stopped.');
}

form.addEventListener('submit', event => { event.preventDefault(); compare(); });
byId('arena-language').addEventListener('change', fillVoices);
byId('key').addEventListener('change', loadVoices);
onKey(stop);
loadVoices();
