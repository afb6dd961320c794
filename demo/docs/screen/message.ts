// The message by which a screen reports its height to the gallery.

/** Type of the message. */
export const MESSAGE = 'tapboard-screen'
