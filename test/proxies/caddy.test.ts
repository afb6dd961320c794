// BFF and service behind Caddy.
import { testProxy } from './support/suite.ts'

testProxy('caddy')
