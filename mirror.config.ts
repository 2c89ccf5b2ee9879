import { defineConfig } from './src/lib/config/index.ts'

// Every key, its default and its meaning: docs/configuration.md.
export default defineConfig({
  // The service to mirror. Without it the bundled sample is mirrored.
  // origin: 'https://data.example.org',
})
