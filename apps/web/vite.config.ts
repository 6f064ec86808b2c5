import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const API = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['granary-source', ...defaultClientConditions] },
  server: {
    proxy: {
      '/api': API,
      '/socket.io': { target: API, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no data: fonts or images.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
});
