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

/** Creates a Leaflet map, null until its element is mounted, and the element's ref. */
export function useLeaflet(start: View): [LeafletMap | null, RefCallback<HTMLElement>] {
  const [map, setMap] = useState<LeafletMap | null>(null);
  // Only the initial view: afterward the user moves the map.
  const [view] = useState(start);
  const ref = useCallback(
    (box: HTMLElement | null) => {
      if (box === null) return;
      const created = openMap(box, view);
      const observer = new ResizeObserver(() => created.invalidateSize({ animate: false }));
      observer.observe(box);
      setMap(created);
      return () => {
        observer.disconnect();
        setMap(null);
        created.remove();
      };
    },
    [view],
  );
  return [map, ref];
}

function openMap(box: HTMLElement, { center, zoom }: View): LeafletMap {
  const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(box, {
    center,
    zoom,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    // Both are rendered by React, translated.
    zoomControl: false,
    attributionControl: false,
    // Scrolling the page must not zoom the map.
    scrollWheelZoom: false,
    zoomAnimation: !reducesMotion,
    fadeAnimation: !reducesMotion,
    markerZoomAnimation: !reducesMotion,
    inertia: !reducesMotion,
  });
  return map.addControl(control.scale({ imperial: false }));
}
