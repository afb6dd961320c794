// The message by which a screen reports its height to the gallery.

/** The member `type` of the message. */
export const MESSAGE = 'tapboard-screen'
