// The sounds and vibrations of results, for a till whose screen is out of sight. The tones are made here: no file is loaded.

/** Results by their sound: paid, not paid, or a person must look. */
export type Signal = 'good' | 'bad' | 'warn'

/** Frequencies in Hz, one after the other. */
const TONES: Readonly<Record<Signal, readonly number[]>> = {
  good: [659, 988],
  bad: [311, 233],
  warn: [523, 523, 523],
}
/** Milliseconds of vibration and pause, in turn. */
const PULSES: Readonly<Record<Signal, readonly number[]>> = {
  good: [80],
  bad: [160, 80, 160],
  warn: [80, 80, 80, 80, 80],
}
const TONE_SECONDS = 0.18
const VOLUME = 0.2

/** Plays the tones of a result. Resolves when the last one has ended. */
const playTones = (audio: AudioContext, signal: Signal): Promise<unknown> =>
  Promise.all(
    TONES[signal].map((hertz, at) => {
      const beginsAt = audio.currentTime + at * TONE_SECONDS
      const [tone, volume] = [audio.createOscillator(), audio.createGain()]
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(VOLUME, beginsAt)
      // A tone that ends at once clicks.
      volume.gain.exponentialRampToValueAtTime(0.001, beginsAt + TONE_SECONDS)
      tone.connect(volume).connect(audio.destination)
      tone.start(beginsAt)
      tone.stop(beginsAt + TONE_SECONDS)
      return new Promise((resolve) => tone.addEventListener('ended', resolve, { once: true }))
    }),
  )

/** Plays signals. */
export class Signals {
  /**
   * Plays the tones of a result, and vibrates where the device can and motion is allowed. Resolves when the tones have ended; at once
   * if the browser permits no sound, because tones of a suspended context never end.
   */
  async play(signal: Signal, audio: AudioContext | null): Promise<void> {
    if ('vibrate' in navigator && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      navigator.vibrate([...PULSES[signal]])
    if (audio?.state === 'running') await playTones(audio, signal)
  }
}
