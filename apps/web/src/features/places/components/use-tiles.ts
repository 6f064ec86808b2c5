import type { AttributionLink } from '@granary/domain/places/providers';
import { useQuery } from '@tanstack/react-query';
import { GridLayer, type Map as LeafletMap, TileLayer } from 'leaflet';
import { useEffect, useState } from 'react';
import { mapSettingsQuery } from '../api/get-map-settings.ts';
import { MAX_ZOOM } from './lazy-maps.tsx';
import classes from './map-frame.module.css';

export interface Tiles {
  /** False if tiles are unavailable and a grid is shown. */
  readonly areShown: boolean;
  /** False if this server has no tile provider. */
  readonly areSetUp: boolean;
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
}

/** Adds satellite tiles to a map, or a grid if they are unavailable. */
export function useTiles(map: LeafletMap | null): Tiles {
  const settings = useQuery(mapSettingsQuery);
  const [isBroken, setBroken] = useState(false);
  const isEnabled = settings.data?.available === true || settings.isPending;
  const { version = '', max_native_zoom: maxNativeZoom = MAX_ZOOM } = settings.data ?? {};
  // Tiles come from our own server, so that the provider does not learn who views which farm.
  const tilePath = settings.data?.tile_path;
  useEffect(() => {
    if (map === null || tilePath === undefined || !isEnabled) return;
    const tiles = new TileLayer(`${tilePath}?v=${version}`, {
      maxZoom: MAX_ZOOM,
      maxNativeZoom,
    });
    let loadedCount = 0;
    tiles.on('tileload', () => {
      loadedCount++;
      setBroken(false);
    });
    // Individual tiles can be missing. If no tile loads, the provider is unreachable, or has no tiles at this
    // zoom level but might have some farther out.
    tiles.on('load', () => setBroken(loadedCount === 0));
    const resetCount = () => {
      loadedCount = 0;
    };
    const redraw = () => void tiles.redraw();
    map.on('zoomend', resetCount);
    window.addEventListener('online', redraw);
    tiles.addTo(map);
    return () => {
      map.off('zoomend', resetCount);
      window.removeEventListener('online', redraw);
      tiles.remove();
    };
  }, [map, isEnabled, tilePath, maxNativeZoom, version]);
  const areShown = isEnabled && !isBroken;
  useEffect(() => {
    if (map === null || areShown) return;
    const grid = new GridTiles();
    grid.addTo(map);
    return () => void grid.remove();
  }, [map, areShown]);
  return {
    areShown,
    areSetUp: settings.data?.configured !== false,
    attribution: areShown ? (settings.data?.attribution ?? '') : '',
    links: settings.data?.attribution_links ?? [],
  };
}

/** Empty squares that move with the map, so that panning and zooming are visible. */
class GridTiles extends GridLayer {
  override createTile(): HTMLElement {
    const square = document.createElement('div');
    square.className = classes['square'] ?? '';
    return square;
  }
}
