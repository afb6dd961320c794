import { provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import '@tapboard/elements/terminal-pay/define'
import { Checkout } from './checkout'

await bootstrapApplication(Checkout, { providers: [provideZonelessChangeDetection()] })
