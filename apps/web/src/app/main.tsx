import '../components/theme/mantine.css';
import '../components/theme/global.css';
import '../components/theme/print.css';
import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect, useInsertionEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { cssVariablesResolver } from '../components/theme/css-variables.ts';
import { theme } from '../components/theme/theme.tsx';
import { Preloader } from '../features/interface-settings/components/preloader.tsx';
import { startI18n } from '../lib/i18n.ts';
import { useIsPrinting, watchPrinting } from '../lib/printing.ts';
import { queryClient, waitForFirstResponses } from '../lib/query-client.ts';
import { installServiceWorker } from '../lib/service-worker.ts';
import { handleSessionChanges } from './handle-session-change.ts';
import { createAppRouter } from './router/router.ts';

/** The longest wait for first responses after the code has loaded, ms. */
const RESPONSES_TIMEOUT = 300;
/** If the application starts within this many ms, the network is fast and the font will arrive soon. */
const FAST_START = 1_000;
/** If the first page has loaded within this many ms, rendering waits for the font. */
const FAST_PAGE = 1_500;
const FONT_TIMEOUT = 500;

/** Renders the first page once its code has loaded, along with its data and the font if they arrive soon. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  const router = createAppRouter();
  handleSessionChanges(router, queryClient);
  // On a slow network the font would delay the page, so the page loads it later. Without it the
  // system font is used.
  const font =
    performance.now() < FAST_START
      ? document.fonts.load("14px 'Inter Variable'").catch(() => [])
      : [];
  // The page's code and the translations load in parallel.
  await Promise.all([startI18n(), router.load()]);
  // The first responses should arrive soon; rendering an empty page first and then rendering it again would
  // take longer.
  await waitForFirstResponses(queryClient, RESPONSES_TIMEOUT);
  if (performance.now() < FAST_PAGE) {
    await Promise.race([font, new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT))]);
  }
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <FirstPagePreloader />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
  installServiceWorker();
}

/** Provides the theme: light or dark as the user or the system chooses, and light on paper. */
function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const isPrinting = useIsPrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      {...(isPrinting && { forceColorScheme: 'light' as const })}
    >
      <ColorScheme />
      {children}
    </MantineProvider>
  );
}

/**
 * Sets the color scheme of the page. Mantine sets it in a layout effect, which is too late: charts read their
 * colors in layout effects too, and the first page would be laid out twice.
 */
function ColorScheme() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useInsertionEffect(
    () => document.documentElement.setAttribute('data-mantine-color-scheme', scheme),
    [scheme],
  );
  return null;
}

/** Hides the preloader once the first page has rendered and its data has loaded. */
export function FirstPagePreloader() {
  const [isMounted, setMounted] = useState(false);
  const pending = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  // By its first frame, the page has started its queries.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setMounted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <Preloader isReady={isMounted && pending === 0} />;
}

watchPrinting();
// Not awaited: page chunks import the chunk that contains this module, so a top-level await would block them.
void start();
