// The script of the page.
import './dashboard.define.ts'
