// BFF and service behind nginx.
import { testProxy } from './support/suite.ts'

testProxy('nginx')
