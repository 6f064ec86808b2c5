import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { codeGroups } from './build/code-groups.ts';
import { addCompileHints } from './build/compile-hints.ts';
import { compress } from './build/compress.ts';
import { forbidCircularImports } from './build/forbid-circular-imports.ts';
import { preloadPages } from './build/preload-pages.ts';
import { requireStyles } from './build/require-styles.ts';
import { splitTexts } from './build/split-texts.ts';

const API_URL = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

/** Builds the web manifest, and the service worker with the list of files that every page needs. */
const createServiceWorkerPlugin = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/service-worker',
    filename: 'service-worker.ts',
    injectRegister: false,
    injectManifest: {
      globPatterns: [
        'index.html',
        'assets/{index,react,tanstack,vendor,sign-in,rolldown-runtime}-*.{js,css}',
      ],
    },
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Granary',
      short_name: 'Granary',
      description: 'Grain bins: temperatures, moisture and alerts',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f5f3ee',
      theme_color: '#f5f3ee',
      icons: [192, 512].map((size) => ({
        src: `/icons/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable' as const,
      })),
    },
  });

export default defineConfig({
  plugins: [
    react(),
    splitTexts(),
    preloadPages(),
    requireStyles(),
    forbidCircularImports(),
    addCompileHints(),
    compress(),
    createServiceWorkerPlugin(),
  ],
  resolve: { conditions: ['granary-source', ...defaultClientConditions] },
  server: {
    proxy: {
      '/api': API_URL,
      '/socket.io': { target: API_URL, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The content security policy allows no fonts or images from `data:` URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise, a group also contains everything that its modules import, and a page that needs one of
          // those imports loads the whole group.
          includeDependenciesRecursively: false,
          groups: codeGroups,
        },
        // The bundler joins the names of all pages that share a file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
});
