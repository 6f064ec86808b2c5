import { DivIcon, type Map as LeafletMap, Marker } from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { normalizePosition, type Position } from '../positions.ts';

export interface MapMarkerProps {
  readonly map: LeafletMap;
  readonly position: Position;
  readonly isDraggable: boolean;
  readonly onDrop: (to: Position) => void;
  /** Markers with a higher layer are on top. */
  readonly layer?: number;
  /** The content; its origin is placed at the point on the map. */
  readonly children: ReactNode;
}

/** Within a layer, Leaflet orders markers by their pixel row, which is much less than this offset. */
const LAYER_OFFSET = 10_000;

/** React content at a point on a map, optionally draggable. */
export function MapMarker(props: MapMarkerProps) {
  const { map, isDraggable, layer = 0, onDrop, children } = props;
  const { lat, lng } = props.position;
  const [element] = useState(() => document.createElement('div'));
  const [marker] = useState(() => {
    const icon = new DivIcon({ html: element, className: '', iconSize: [0, 0] });
    // The content handles focus and keys itself.
    return new Marker([lat, lng], { icon, keyboard: false, autoPan: true });
  });
  const onDropRef = useRef(onDrop);
  useEffect(() => {
    onDropRef.current = onDrop;
  });
  useEffect(() => {
    marker.addTo(map);
    marker.on('dragend', () => onDropRef.current(normalizePosition(marker.getLatLng())));
    return () => void marker.off().remove();
  }, [map, marker]);
  useEffect(() => void marker.setLatLng([lat, lng]), [marker, lat, lng]);
  useEffect(() => {
    if (isDraggable) marker.dragging?.enable();
    else marker.dragging?.disable();
  }, [map, marker, isDraggable]);
  useEffect(() => void marker.setZIndexOffset(layer * LAYER_OFFSET), [marker, layer]);
  return createPortal(children, element);
}
