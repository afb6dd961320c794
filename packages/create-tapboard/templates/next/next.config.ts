import type { NextConfig } from 'next'

// No page of another site may put these pages into a frame and cover the button.
const POLICY = [{ key: 'Content-Security-Policy', value: "frame-ancestors 'none'" }]

const config: NextConfig = { headers: async () => [{ source: '/:path*', headers: POLICY }] }

export default config
