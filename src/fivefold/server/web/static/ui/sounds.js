/** Synthesised sounds of at most 200 ms; off until switched on in the settings. */

import { settings } from "../local_storage.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {(audio: AudioContext, out: AudioNode, at: number) => void} schedule `at` in seconds */
function sound(schedule) {
  if (!settings.peek().sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    const volume = context.createGain();
    volume.gain.value = 0.5;
    volume.connect(context.destination);
    schedule(context, volume, context.currentTime + 0.005);
  } catch {
    // No audio device, or the browser blocks it.
  }
}

/** A knock: a filtered burst of noise over a short tone. */
function knock(audio, out, at, { tone, bright, length, loud }) {
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  }
  const burst = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: bright, Q: 0.9 });
  const burstGain = new GainNode(audio, { gain: loud });
  burst.connect(filter).connect(burstGain).connect(out);
  burst.start(at);
  note(audio, out, at, { tone, length, loud: loud * 0.5 });
}

function note(audio, out, at, { tone, length, loud }) {
  const wave = new OscillatorNode(audio, { type: "sine", frequency: tone });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(out);
  wave.start(at);
  wave.stop(at + length);
}

const MATERIAL = {
  gomoku: { tone: 220, bright: 2400, length: 0.09, loud: 0.7 },
  othello: { tone: 150, bright: 900, length: 0.1, loud: 0.6 },
  pentomino: { tone: 180, bright: 1500, length: 0.12, loud: 0.7 },
};

/** A move; Othello adds a tick for each turned disc, at most six. */
export function placed(game, turned = 0) {
  sound((audio, out, at) => {
    knock(audio, out, at, MATERIAL[game] ?? MATERIAL.gomoku);
    for (let disc = 0; disc < Math.min(turned, 6); disc++) {
      const tick = { tone: 420, bright: 3200, length: 0.03, loud: 0.18 };
      knock(audio, out, at + 0.04 + disc * 0.022, tick);
    }
  });
}

export function refused() {
  const muted = { tone: 90, bright: 400, length: 0.1, loud: 0.5 };
  sound((audio, out, at) => knock(audio, out, at, muted));
}

export function tenSeconds() {
  const block = { tone: 660, bright: 1800, length: 0.08, loud: 0.6 };
  sound((audio, out, at) => knock(audio, out, at, block));
}

export function over(won) {
  sound((audio, out, at) => {
    const [first, second] = won ? [392, 523] : [392, 311];
    note(audio, out, at, { tone: first, length: 0.09, loud: 0.3 });
    note(audio, out, at + 0.09, { tone: second, length: 0.11, loud: 0.3 });
  });
}

export function joined() {
  const page = { tone: 60, bright: 5200, length: 0.18, loud: 0.22 };
  sound((audio, out, at) => knock(audio, out, at, page));
}
