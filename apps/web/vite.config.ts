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
        // A hundred small files are a dozen round trips on a slow network. What the first page needs
        // is one file, what three sets of pages share is another. For the sets see `app/router`.
        codeSplitting: {
          // Otherwise a group contains what its modules import, and every page that shares one of
          // these loads the whole group.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Used by long lists, not by the page of a bin.
            {
              name: 'long-lists',
              test: /virtual-core|react-virtual|use-virtual-rows/,
              priority: 1,
            },
            { name: 'shared', minShareCount: 3 },
          ],
        },
        // Files that import each other still run in the order of their modules.
        strictExecutionOrder: true,
        // The bundler joins the names of all pages that share a file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
});
