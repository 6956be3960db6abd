// A quiet tone when a phone rings. Off until the user switches it on.

const TONES = [
  [/critical|alert|alarm|urgent/u, [880, 660, 880, 660]],
  [/celebrat|match|success/u, [523, 659, 784, 1047]],
  [/moderate|ride/u, [587, 784]],
];
const USUAL = [659, 523];

let context = null;
let on = false;

/** Switches sound on or off; browsers allow it only from a press. */
export function setSound(wanted) {
  on = wanted;
  if (on) {
    context ??= new AudioContext();
    context.resume();
    ring("default");
  }
}

/** Plays a short figure that differs by the kind of sound. */
export function ring(sound) {
  if (!on || !context || !sound || sound === "none") return;
  const notes = TONES.find(([pattern]) => pattern.test(sound))?.[1] ?? USUAL;
  notes.forEach((frequency, index) => {
    const start = context.currentTime + index * 0.13;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.08, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    const tone = new OscillatorNode(context, { frequency, type: "sine" });
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}
