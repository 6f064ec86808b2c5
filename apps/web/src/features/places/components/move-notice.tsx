import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { isConflict } from '../../../lib/api-error.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { getOffset, type Position } from '../positions.ts';
import type { FailedMove, MoveMessage } from '../use-bin-moves.ts';
import type { MapBin } from './bin-marker.tsx';
import classes from './farm-map.module.css';

export interface MoveNoticeProps {
  readonly message: MoveMessage;
  readonly failedMoves: readonly FailedMove[];
  /** The bin being moved with the keyboard. */
  readonly draft: {
    readonly name: string;
    readonly from: Position | null;
    readonly to: Position;
  } | null;
  readonly isEditing: boolean;
  readonly disabledReason?: string;
  readonly onUndo: (bin: MapBin, from: Position) => void;
  readonly onRetry: (bin: MapBin, to: Position) => void;
}

/** Reports bin moves on the map, with a button to undo them. */
export function MoveNotice(props: MoveNoticeProps) {
  const { message, failedMoves, draft, isEditing, disabledReason, onUndo, onRetry } = props;
  const { t } = useTranslation();
  const formatOffset = useOffsetText();
  const { kind } = message;
  const from = kind === 'moved' ? message.from : null;
  const text =
    draft !== null
      ? t('markers.offset', {
          name: draft.name,
          way: formatOffset(draft.from ?? draft.to, draft.to),
        })
      : kind === 'moved'
        ? t('markers.moved', { name: message.bin.name })
        : kind === 'moved-back'
          ? t('markers.movedBack', { name: message.bin.name })
          : kind === 'canceled'
            ? t('markers.canceled', { name: message.bin.name })
            : isEditing
              ? t('markers.hint')
              : (disabledReason ?? '');
  return (
    <>
      {failedMoves.map((move) => (
        <FailedMoveNotice key={move.bin.id} move={move} onRetry={onRetry} />
      ))}
      <div className={classes['message']}>
        <p role="status">{text}</p>
        {kind === 'moved' && from !== null && draft === null && (
          <Button variant="default" onClick={() => onUndo(message.bin, from)}>
            {t('markers.undo')}
          </Button>
        )}
      </div>
    </>
  );
}

interface FailedMoveNoticeProps extends Pick<MoveNoticeProps, 'onRetry'> {
  readonly move: FailedMove;
}

function FailedMoveNotice({ move: { bin, to, error }, onRetry }: FailedMoveNoticeProps) {
  const { t } = useTranslation();
  const isStale = isConflict(error);
  const title = t(isStale ? 'markers.stale' : 'markers.failed', { name: bin.name });
  return (
    <ErrorState
      error={error}
      title={title}
      {...(isStale && { fallback: title })}
      onRetry={() => onRetry(bin, to)}
    />
  );
}

/** Returns a formatter for the offset between two positions, such as "3 m north, 2 m west". */
function useOffsetText() {
  const { t } = useTranslation();
  const format = useFormat();
  return (from: Position, to: Position): string => {
    const { north, east } = getOffset(from, to);
    const [metersNorth, metersEast] = [Math.round(north), Math.round(east)];
    const formatMeters = (meters: number) => format.number(Math.abs(meters));
    const parts = [
      metersNorth === 0
        ? null
        : t(metersNorth > 0 ? 'markers.north' : 'markers.south', {
            value: formatMeters(metersNorth),
          }),
      metersEast === 0
        ? null
        : t(metersEast > 0 ? 'markers.east' : 'markers.west', { value: formatMeters(metersEast) }),
    ];
    const list = new Intl.ListFormat(format.locale);
    const nonZeroParts = parts.filter((part) => part !== null);
    return nonZeroParts.length === 0
      ? t('markers.north', { value: formatMeters(0) })
      : list.format(nonZeroParts);
  };
}
