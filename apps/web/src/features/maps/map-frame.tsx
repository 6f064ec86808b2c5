import 'leaflet/dist/leaflet.css';
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateShape } from '../../components/state/state-shape.tsx';
import classes from './map-frame.module.css';
import { useLeaflet, type View } from './use-leaflet.ts';
import { useTiles } from './use-tiles.ts';

/** Farther out than this, names on the map would lie on each other. */
const NAMES_FROM = 18;

export interface MapFrameProps {
  readonly label: string;
  readonly start: View;
  /** What still works where the satellite picture cannot be reached. */
  readonly unreachable: string;
  /** Stand above the map, where they cover nothing of it. */
  readonly controls?: (map: LeafletMap) => ReactNode;
  readonly isTall?: boolean;
  /** What the map shows besides its picture. */
  readonly children: (map: LeafletMap) => ReactNode;
}

/** A satellite map with its controls; without a picture it still shows where things stand. */
export function MapFrame(props: MapFrameProps) {
  const { label, start, unreachable, controls, isTall = false, children } = props;
  const { t } = useTranslation();
  const [map, box] = useLeaflet(start);
  const tiles = useTiles(map);
  const zoom = useZoom(map);
  // Hundreds of signs are made in the background, so that the page answers meanwhile.
  const isDrawn = useDeferredValue(map) === map;
  return (
    <div className={classes['frame']} data-tall={isTall}>
      {!tiles.areShown && (
        <p className={classes['unreachable']} role="status">
          <StateShape state={tiles.areSetUp ? 'warn' : 'unknown'} size={20} />
          <span>
            <b>{t(tiles.areSetUp ? 'map.unreachable' : 'map.notSetUp')}</b> {unreachable}
          </span>
        </p>
      )}
      {controls !== undefined && (
        <div className={classes['controls']}>{map !== null && controls(map)}</div>
      )}
      <div className={classes['field']}>
        <div
          ref={box}
          className={classes['map']}
          role="region"
          aria-label={label}
          data-far={zoom !== null && zoom < NAMES_FROM}
        />
        {map !== null && (
          <>
            {isDrawn && children(map)}
            <div className={classes['zoom']}>
              <ActionIcon
                variant="default"
                aria-label={t('map.zoomIn')}
                disabled={zoom === map.getMaxZoom()}
                onClick={() => map.zoomIn()}
              >
                <IconPlus size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('map.zoomOut')}
                disabled={zoom === map.getMinZoom()}
                onClick={() => map.zoomOut()}
              >
                <IconMinus size={20} aria-hidden />
              </ActionIcon>
            </div>
          </>
        )}
        {tiles.attribution !== '' && <p className={classes['attribution']}>{tiles.attribution}</p>}
      </div>
    </div>
  );
}

function useZoom(map: LeafletMap | null): number | null {
  const [zoom, setZoom] = useState<number | null>(null);
  useEffect(() => {
    if (map === null) return;
    const follow = () => setZoom(map.getZoom());
    follow();
    map.on('zoomend', follow);
    return () => void map.off('zoomend', follow);
  }, [map]);
  return zoom;
}
