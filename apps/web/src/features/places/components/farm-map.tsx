import { binStates } from '@granary/domain/bins/state';
import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type Map as LeafletMap, latLngBounds } from 'leaflet';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  getOffsetForKey,
  getPlaceholderPosition,
  isSamePosition,
  movePosition,
  type Position,
} from '../positions.ts';
import { useBinMoves } from '../use-bin-moves.ts';
import { BinMarker, type MapBin } from './bin-marker.tsx';
import classes from './farm-map.module.css';
import { MAX_ZOOM } from './lazy-maps.tsx';
import { MapFrame } from './map-frame.tsx';
import { MapMarker } from './map-marker.tsx';
import { MoveNotice } from './move-notice.tsx';

export interface FarmMapProps {
  readonly name: string;
  readonly center: Position;
  readonly bins: readonly MapBin[];
  /** Saves a bin's position; null if the user may not move bins. */
  readonly onMove: ((binId: number, to: Position) => Promise<unknown>) | null;
  readonly disabledReason?: string;
  readonly isTall?: boolean;
}

/** A bin that was moved with the keyboard, and its new position, which is not saved yet. */
interface Draft {
  readonly bin: MapBin;
  readonly position: Position;
}

const rankByState = ({ state }: MapBin) => 1 + binStates.indexOf(state);

/** A farm's map with a marker per bin; markers can be moved after unlocking. */
export function FarmMap(props: FarmMapProps) {
  const { name, center, bins, onMove, disabledReason, isTall = false } = props;
  const { t } = useTranslation();
  const [isUnlocked, setUnlocked] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);
  const moves = useBinMoves(onMove ?? rejectSaving);
  const placedBins = useMemo(() => placeBins(bins, center), [bins, center]);
  const isEditing = isUnlocked && onMove !== null && disabledReason === undefined;
  const drop = (bin: MapBin, to: Position) => {
    setDraft(null);
    if (bin.position === null || !isSamePosition(bin.position, to)) moves.move(bin, to);
  };
  const onKey = (event: KeyboardEvent, map: LeafletMap, bin: MapBin, position: Position) => {
    const offset = getOffsetForKey(event.key, event.shiftKey);
    const endsMove = event.key === 'Enter' || event.key === 'Escape';
    if (offset === null && !(endsMove && draft !== null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (offset !== null) {
      const to = movePosition(position, offset);
      map.panInside(to, { padding: [64, 64] });
      moves.clearMessage();
      setDraft({ bin, position: to });
    } else if (event.key === 'Enter') drop(bin, position);
    else cancel(bin);
  };
  const cancel = (bin: MapBin) => {
    setDraft(null);
    moves.cancel(bin);
  };
  return (
    <section className={classes['farm']} data-tall={isTall}>
      <MapFrame
        label={t('map.title', { name })}
        initialView={{ center, zoom: MAX_ZOOM }}
        unreachableText={t('map.unreachableBins')}
        isTall={isTall}
        controls={(map) => (
          <BinControls
            hasBins={bins.length > 0}
            canMove={onMove !== null}
            isEditing={isEditing}
            isDisabled={disabledReason !== undefined}
            onToggle={() => {
              setUnlocked(!isUnlocked);
              moves.reset();
            }}
            onShowAll={() => showAll(map, placedBins)}
          />
        )}
      >
        {(map) =>
          placedBins.map(({ bin, position }) => {
            const isMoved = draft?.bin.id === bin.id;
            const markerPosition = isMoved ? draft.position : position;
            return (
              <MapMarker
                key={bin.id}
                map={map}
                position={markerPosition}
                isDraggable={isEditing}
                // The bin being moved is on top, then the bins in the worst states.
                layer={isMoved ? binStates.length : binStates.length - rankByState(bin)}
                onDrop={(to) => drop(bin, to)}
              >
                <BinMarker
                  bin={bin}
                  moveControls={
                    isEditing
                      ? {
                          isMoved,
                          onKeyDown: (event) => onKey(event, map, bin, markerPosition),
                          onBlur: () => isMoved && cancel(bin),
                        }
                      : null
                  }
                />
              </MapMarker>
            );
          })
        }
      </MapFrame>
      <MoveNotice
        message={moves.message}
        failedMoves={moves.failedMoves}
        draft={
          draft && {
            name: draft.bin.name,
            from: findPosition(placedBins, draft.bin),
            to: draft.position,
          }
        }
        isEditing={isEditing}
        {...(onMove !== null && disabledReason !== undefined && { disabledReason })}
        onUndo={moves.undo}
        onRetry={moves.move}
      />
    </section>
  );
}

interface BinControlsProps {
  readonly hasBins: boolean;
  readonly canMove: boolean;
  readonly isEditing: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
  readonly onShowAll: () => void;
}

/** Buttons that unlock the markers for moving and fit the map to all bins. */
function BinControls(props: BinControlsProps) {
  const { hasBins, canMove, isEditing, isDisabled, onToggle, onShowAll } = props;
  const { t } = useTranslation();
  if (!hasBins) return null;
  return (
    <>
      {canMove && (
        <Button
          variant="default"
          leftSection={<IconMapPin size={18} aria-hidden />}
          aria-pressed={isEditing}
          disabled={isDisabled}
          onClick={onToggle}
        >
          {t(isEditing ? 'markers.disable' : 'markers.enable')}
        </Button>
      )}
      <Button variant="default" onClick={onShowAll}>
        {t('map.showAll')}
      </Button>
    </>
  );
}

interface PlacedBin {
  readonly bin: MapBin;
  readonly position: Position;
}

/** Positions of the markers; bins without a position are placed near the center. */
function placeBins(bins: readonly MapBin[], center: Position): PlacedBin[] {
  const unplacedBins = bins.filter((bin) => bin.position === null);
  return bins.map((bin) => ({
    bin,
    position:
      bin.position ??
      getPlaceholderPosition(center, unplacedBins.indexOf(bin), unplacedBins.length),
  }));
}

function findPosition(placedBins: readonly PlacedBin[], bin: MapBin): Position | null {
  return placedBins.find((placedBin) => placedBin.bin.id === bin.id)?.position ?? null;
}

function showAll(map: LeafletMap, placedBins: readonly PlacedBin[]): void {
  const points = placedBins.map(({ position }): [number, number] => [position.lat, position.lng]);
  // Without animation: animating hundreds of markers freezes a phone.
  map.fitBounds(latLngBounds(points), { padding: [72, 72], maxZoom: MAX_ZOOM, animate: false });
}

/** A placeholder for users who cannot move bins; never called. */
function rejectSaving(): Promise<never> {
  return Promise.reject(new Error('Bins cannot be moved here.'));
}
