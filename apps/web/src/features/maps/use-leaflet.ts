import { control, Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useState } from 'react';
import { MAX_ZOOM } from './lazy-maps.tsx';
import type { Position } from './positions.ts';

/** What a map shows when it opens. */
export interface View {
  readonly centre: Position;
  readonly zoom: number;
}

/** A Leaflet map in an element, for as long as it is drawn; null before the first drawing. */
export function useLeaflet(box: RefObject<HTMLElement | null>, start: View): LeafletMap | null {
  const [map, setMap] = useState<LeafletMap | null>(null);
  // Where a map opens is asked once: from then on it is moved by hand.
  const [view] = useState(start);
  useEffect(() => {
    if (box.current === null) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const made = new LeafletMap(box.current, {
      center: view.centre,
      zoom: view.zoom,
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
    control.scale({ imperial: false }).addTo(made);
    const observer = new ResizeObserver(() => made.invalidateSize({ animate: false }));
    observer.observe(box.current);
    setMap(made);
    return () => {
      observer.disconnect();
      made.remove();
      setMap(null);
    };
  }, [box, view]);
  return map;
}
