import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadWhenVisible } from '../../../components/load-when-visible.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { retryAction } from '../../../lib/retry-policy.ts';
import classes from './map-frame.module.css';

/** The closest that a map shows the ground, which is how a farm's map opens. */
export const MAX_ZOOM = 19;

/** Maps come when they are first shown: what draws them is not small, and most pages have none. */
export const FarmMap = lazy(async () => ({ default: (await import('./farm-map.tsx')).FarmMap }));
export const PinMap = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }));

export interface LazyMapProps {
  /** What the map shows. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Round a map that may still be on its way, or not come at all: the page round it works. */
export function LazyMap({ label, children }: LazyMapProps) {
  return (
    <CatchBoundary
      getResetKey={() => 'map'}
      errorComponent={({ error, reset }) => (
        <ErrorState error={error} onRetry={retryAction(error, reset)} />
      )}
    >
      <LoadWhenVisible label={label} className={classes['frame']}>
        <Suspense fallback={<MapPlaceholder label={label} />}>{children}</Suspense>
      </LoadWhenVisible>
    </CatchBoundary>
  );
}

/** Keeps the room of a map while its code comes: the page's end stays where somebody went for it. */
function MapPlaceholder({ label }: { readonly label: string }) {
  return (
    <section className={classes['frame']} aria-label={label}>
      <LoadingBlocks count={1} height={320} />
    </section>
  );
}
