import { Browser, control, Map as LeafletMap } from 'leaflet';
import { type RefCallback, useCallback, useState } from 'react';
import type { Position } from '../positions.ts';
import { MAX_ZOOM } from './lazy-maps.tsx';

// With `translate3d` each marker would get its own compositing layer, and compositing hundreds of
// them takes a phone longer than painting. Leaflet uses plain transforms if `ie3d` is set.
Object.assign(Browser, { ie3d: true });

export interface View {
  readonly center: Position;
  readonly zoom: number;
}

/** Returns a Leaflet map, null until its element is mounted, and the ref for that element. */
export function useLeaflet(initialView: View): [LeafletMap | null, RefCallback<HTMLElement>] {
  const [map, setMap] = useState<LeafletMap | null>(null);
  // Only the initial view: afterward the user moves the map.
  const [view] = useState(initialView);
  const ref = useCallback(
    (container: HTMLElement | null) => {
      if (container === null) return;
      const newMap = createMap(container, view);
      const observer = new ResizeObserver(() => newMap.invalidateSize({ animate: false }));
      observer.observe(container);
      setMap(newMap);
      return () => {
        observer.disconnect();
        setMap(null);
        newMap.remove();
      };
    },
    [view],
  );
  return [map, ref];
}

function createMap(box: HTMLElement, { center, zoom }: View): LeafletMap {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(box, {
    center,
    zoom,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    // React renders both: the zoom buttons with translated labels, and the attribution.
    zoomControl: false,
    attributionControl: false,
    // Scrolling the page must not zoom the map.
    scrollWheelZoom: false,
    zoomAnimation: !prefersReducedMotion,
    fadeAnimation: !prefersReducedMotion,
    markerZoomAnimation: !prefersReducedMotion,
    inertia: !prefersReducedMotion,
  });
  return map.addControl(control.scale({ imperial: false }));
}
