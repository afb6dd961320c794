#!/usr/bin/env node
import '../dist/tapboard.js'
