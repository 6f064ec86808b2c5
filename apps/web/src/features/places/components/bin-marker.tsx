import { Link } from '@tanstack/react-router';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import type { State } from '../../../components/state/states.ts';
import type { Position } from '../positions.ts';
import classes from './marker.module.css';

export interface MapBin {
  readonly id: number;
  readonly name: string;
  readonly state: State;
  readonly position: Position | null;
}

export interface BinMarkerProps {
  readonly bin: MapBin;
  /** If null, the marker is a link and cannot be moved. */
  readonly moveControls: {
    /** The bin was moved with the keyboard, and its new position is not saved yet. */
    readonly isMoved: boolean;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  } | null;
}

/** A bin's marker on the map, with its state and name; the tip is at the bin's position. */
export function BinMarker({ bin, moveControls }: BinMarkerProps) {
  const { t } = useTranslation();
  const { name, state } = bin;
  const labels = [t(`states.${state}`), ...(bin.position === null ? [t('markers.notPlaced')] : [])];
  const sharedProps = {
    className: classes['marker'] ?? '',
    'data-fill': state === 'critical' ? 'critical' : undefined,
    'data-placed': bin.position !== null,
  };
  const content = (
    <>
      <StateIcon state={state} size={20} isInverted={state === 'critical'} />
      <span className={classes['name']}>{name}</span>
    </>
  );
  if (moveControls === null) {
    return (
      <Link
        {...sharedProps}
        to="/binsensor/$id"
        params={{ id: bin.id }}
        aria-label={[name, ...labels].join(', ')}
      >
        {content}
      </Link>
    );
  }
  return (
    <button
      {...sharedProps}
      type="button"
      data-moved={moveControls.isMoved}
      aria-label={[t('markers.move', { name }), ...labels].join(', ')}
      onKeyDown={moveControls.onKeyDown}
      onBlur={moveControls.onBlur}
    >
      {content}
    </button>
  );
}
