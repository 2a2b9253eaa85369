/* Short sounds, made here. */

let context = null;
const SOUNDS = { act: [[330, 0, 0.05]], turn: [[440, 0, 0.06], [660, 0.08, 0.09]], end: [[523, 0, 0.1], [659, 0.12, 0.1], [784, 0.24, 0.18]] };

function sound(kind) {
    if (!globalThis.AudioContext) return;
    context = context || new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    for (const [hertz, from, long] of SOUNDS[kind] || SOUNDS.act) {
        const tone = context.createOscillator();
        const gain = context.createGain();
        const start = context.currentTime + from;
        tone.frequency.value = hertz;
        gain.gain.setValueAtTime(0.12, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + long);
        tone.connect(gain).connect(context.destination);
        tone.start(start);
        tone.stop(start + long);
    }
}

export { sound };
