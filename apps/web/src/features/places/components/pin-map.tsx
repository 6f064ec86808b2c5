import type { Map as LeafletMap, LeafletMouseEvent } from 'leaflet';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { token } from '../../../components/theme/tokens.ts';
import { getOffsetForKey, movePosition, normalizePosition, type Position } from '../positions.ts';
import { MAX_ZOOM } from './lazy-maps.tsx';
import { MapFrame } from './map-frame.tsx';
import { MapMarker } from './map-marker.tsx';
import classes from './marker.module.css';
import type { View } from './use-leaflet.ts';

/** The prairies of North America. */
const DEFAULT_VIEW: View = { center: { lat: 47, lng: -98 }, zoom: 4 };

export interface PinMapProps {
  readonly position: Position | null;
  readonly onChange: (at: Position) => void;
}

/** A map with one pin, set by clicking, by dragging or with the arrow keys. */
export function PinMap({ position, onChange }: PinMapProps) {
  const { t } = useTranslation();
  return (
    <MapFrame
      label={t('map.pin')}
      initialView={position === null ? DEFAULT_VIEW : { center: position, zoom: MAX_ZOOM }}
      unreachableText={t('map.unreachablePin')}
    >
      {(map) => <Pin map={map} position={position} onChange={onChange} />}
    </MapFrame>
  );
}

function Pin({ map, position, onChange }: PinMapProps & { readonly map: LeafletMap }) {
  const { t } = useTranslation();
  /** The last position set on this map. */
  const ownPosition = useRef<Position | null>(null);
  const setPosition = (to: Position) => {
    ownPosition.current = to;
    onChange(to);
  };
  const setPositionRef = useRef(setPosition);
  // A layout effect, so that the map reacts to clicks as soon as it is painted.
  useLayoutEffect(() => {
    setPositionRef.current = setPosition;
  });
  useLayoutEffect(() => {
    const setFromClick = ({ latlng }: LeafletMouseEvent) =>
      setPositionRef.current(normalizePosition(latlng));
    map.on('click', setFromClick);
    return () => void map.off('click', setFromClick);
  }, [map]);
  const { lat, lng } = position ?? {};
  useEffect(() => {
    if (lat === undefined || lng === undefined) return;
    // If the position was typed or found by search, the map moves there and zooms in.
    const isOwn = ownPosition.current?.lat === lat && ownPosition.current.lng === lng;
    if (!isOwn) map.setView([lat, lng], MAX_ZOOM, { animate: false });
    else if (!map.getBounds().contains([lat, lng])) map.panTo([lat, lng], { animate: false });
  }, [map, lat, lng]);
  if (position === null) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = getOffsetForKey(event.key, event.shiftKey);
    if (offset === null) return;
    event.preventDefault();
    event.stopPropagation();
    setPosition(movePosition(position, offset));
  };
  return (
    <MapMarker map={map} position={position} isDraggable onDrop={setPosition}>
      <button
        type="button"
        className={classes['pin']}
        aria-label={t('map.pinAt', { latitude: position.lat, longitude: position.lng })}
        onKeyDown={onKeyDown}
      >
        <svg width={32} height={42} viewBox="0 0 32 42" aria-hidden>
          <path
            d="M16 41C16 41 30 26 30 16A14 14 0 1 0 2 16C2 26 16 41 16 41Z"
            fill={token('gold')}
            stroke={token('on-gold')}
            strokeWidth={2}
          />
          <circle cx={16} cy={16} r={5} fill={token('on-gold')} />
        </svg>
      </button>
    </MapMarker>
  );
}
