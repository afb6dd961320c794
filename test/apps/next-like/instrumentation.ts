// Starts the BFF with the process, so that open sales go on after a deployment without waiting for a request.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { getBff } = await import('./lib/tapboard')
  await getBff()
}
