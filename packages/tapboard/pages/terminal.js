import '/pages/on-screen.js'
