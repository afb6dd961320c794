// BFF and service behind HAProxy.
import { testProxy } from './support/suite.ts'

testProxy('haproxy')
