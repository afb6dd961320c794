// The visitor's colours before the first paint; <theme-switch> changes and keeps the choice.
try {
  document.documentElement.dataset.theme = localStorage.getItem('tapboard-demo-theme') || 'auto'
} catch {
  document.documentElement.dataset.theme = 'auto'
}
