import 'leaflet/dist/leaflet.css';
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateShape } from '../../../components/state/state-shape.tsx';
import classes from './map-frame.module.css';
import { useLeaflet, type View } from './use-leaflet.ts';
import { useTiles } from './use-tiles.ts';

/** Farther out than this, names on the map would lie on each other. */
const MIN_NAME_ZOOM = 18;

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
  // Hundreds of signs are made in the background, so that the page answers meanwhile.
  const drawn = useDeferredValue(map);
  const isDrawn = map !== null && drawn === map;
  return (
    <div className={classes['frame']} data-tall={isTall}>
      {controls !== undefined && (
        <div className={classes['controls']}>{map !== null && controls(map)}</div>
      )}
      <div className={classes['field']}>
        <div
          ref={box}
          className={classes['map']}
          role="region"
          aria-label={label}
          aria-busy={!isDrawn}
        />
        {map !== null && (
          <>
            {isDrawn && children(map)}
            <Zoom map={map} />
          </>
        )}
        {tiles.attribution !== '' && <p className={classes['attribution']}>{tiles.attribution}</p>}
      </div>
      {/* Below, so that the controls stay where they are as it comes. */}
      {!tiles.areShown && (
        <p className={classes['unreachable']} role="status">
          <StateShape state={tiles.areSetUp ? 'warning' : 'unknown'} size={20} />
          <span>
            <b>{t(tiles.areSetUp ? 'map.unreachable' : 'map.notSetUp')}</b> {unreachable}
          </span>
        </p>
      )}
    </div>
  );
}

/** Zooms in and out; by itself, so that hundreds of signs are not drawn anew for a zoom. */
function Zoom({ map }: { readonly map: LeafletMap }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(map.getZoom());
  useEffect(() => {
    const follow = () => {
      setZoom(map.getZoom());
      map.getContainer().dataset['far'] = String(map.getZoom() < MIN_NAME_ZOOM);
    };
    follow();
    map.on('zoomend', follow);
    return () => void map.off('zoomend', follow);
  }, [map]);
  return (
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
  );
}
