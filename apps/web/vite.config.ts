import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { preloadPages } from './build/preload-pages.ts';
import { requireStyles } from './build/require-styles.ts';

const API = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

export default defineConfig({
  plugins: [react(), preloadPages(), requireStyles(), compress()],
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
    rolldownOptions: {
      output: {
        // A hundred small files are a dozen round trips on a slow line: what the first page needs
        // comes in one, what three sets of pages share in another. Pages that are loaded together
        // are a set: see `app/router`.
        codeSplitting: {
          // Else a group drags in what its modules import, and every page that shares one of these
          // loads the whole group.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Long lists share it, and no bin's page needs it.
            { name: 'long-lists', test: /virtual-core|react-virtual|use-virtual-rows/, priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
        // Files that need each other run in the order of their modules all the same.
        strictExecutionOrder: true,
        // The bundler names what pages share after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
});
