import 'leaflet/dist/leaflet.css';
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { Attribution } from './attribution.tsx';
import classes from './map-frame.module.css';
import { useLeaflet, type View } from './use-leaflet.ts';
import { useTiles } from './use-tiles.ts';

/** Below this zoom, names would overlap. */
const MIN_NAME_ZOOM = 18;

export interface MapFrameProps {
  readonly label: string;
  readonly initialView: View;
  /** Text that explains what still works without satellite images. */
  readonly unreachableText: string;
  /** Rendered above the map, so that the controls do not cover it. */
  readonly controls?: (map: LeafletMap) => ReactNode;
  readonly isTall?: boolean;
  readonly children: (map: LeafletMap) => ReactNode;
}

/** A satellite map with its controls; without satellite images it still shows positions. */
export function MapFrame(props: MapFrameProps) {
  const { label, initialView, unreachableText, controls, isTall = false, children } = props;
  const { t } = useTranslation();
  const canSetUp = useCan('place-providers.write');
  const [map, containerRef] = useLeaflet(initialView);
  const tiles = useTiles(map);
  // Hundreds of markers are rendered in the background, so that the page stays responsive.
  const deferredMap = useDeferredValue(map);
  const isDrawn = map !== null && deferredMap === map;
  return (
    <div className={classes['frame']} data-tall={isTall}>
      {controls !== undefined && (
        <div className={classes['controls']}>{map !== null && controls(map)}</div>
      )}
      <div className={classes['field']}>
        <div
          ref={containerRef}
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
        {tiles.attribution !== '' && (
          <p className={classes['attribution']}>
            <Attribution text={tiles.attribution} links={tiles.links} />
          </p>
        )}
      </div>
      {/* The notice is below the map, so that the controls do not move when it appears. */}
      {!tiles.areShown && (
        <p className={classes['unreachable']} role="status">
          <StateIcon state={tiles.areSetUp ? 'warning' : 'unknown'} size={20} />
          <span>
            <b>{t(tiles.areSetUp ? 'map.unreachable' : 'map.notSetUp')}</b> {unreachableText}{' '}
            {!tiles.areSetUp && canSetUp && <Link to="/maps">{t('map.setUp')}</Link>}
          </span>
        </p>
      )}
    </div>
  );
}

/** A separate component, so that zooming does not render hundreds of markers again. */
function Zoom({ map }: { readonly map: LeafletMap }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(map.getZoom());
  useEffect(() => {
    const onZoom = () => {
      setZoom(map.getZoom());
      map.getContainer().dataset['zoomedOut'] = String(map.getZoom() < MIN_NAME_ZOOM);
    };
    onZoom();
    map.on('zoomend', onZoom);
    return () => void map.off('zoomend', onZoom);
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
