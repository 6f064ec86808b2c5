import { Browser, control, Map as LeafletMap } from 'leaflet';
import { type RefCallback, useCallback, useState } from 'react';
import type { Position } from '../positions.ts';
import { MAX_ZOOM } from './lazy-maps.tsx';

// Moved by `translate3d` each sign would be a layer of its own, and to lay hundreds of those over each
// other takes a phone longer than to draw them. Leaflet has the plain form for one browser.
Object.assign(Browser, { ie3d: true });

/** What a map shows when it opens. */
export interface View {
  readonly centre: Position;
  readonly zoom: number;
}

/** A Leaflet map, null until it is drawn, and the ref of the element that it fills. */
export function useLeaflet(start: View): [LeafletMap | null, RefCallback<HTMLElement>] {
  const [map, setMap] = useState<LeafletMap | null>(null);
  // Where a map opens is asked once: from then on it is moved by hand.
  const [view] = useState(start);
  const ref = useCallback(
    (box: HTMLElement | null) => {
      if (box === null) return;
      const made = openMap(box, view);
      const observer = new ResizeObserver(() => made.invalidateSize({ animate: false }));
      observer.observe(box);
      setMap(made);
      return () => {
        observer.disconnect();
        setMap(null);
        made.remove();
      };
    },
    [view],
  );
  return [map, ref];
}

function openMap(box: HTMLElement, { centre, zoom }: View): LeafletMap {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new LeafletMap(box, {
    center: centre,
    zoom,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    // Both are drawn by us: in the page's language, and as text.
    zoomControl: false,
    attributionControl: false,
    // A wheel that scrolls the page does not stop at the map.
    scrollWheelZoom: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  });
  return map.addControl(control.scale({ imperial: false }));
}
