import type { Farm } from '@granary/contract/farms/http';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMoveBin } from '../../../features/bins/api/change-bins.ts';
import type { AssessedBin } from '../../../features/bins/assess-bins.ts';
import { FarmMap, LazyMap } from '../../../features/places/components/lazy-maps.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';

export interface FarmMapSectionProps {
  readonly farm: Farm;
  readonly bins: readonly AssessedBin[];
  readonly isTall?: boolean;
}

/** The bins of a farm on a map, where staff can move them. */
export function FarmMapSection({ farm, bins, isTall = false }: FarmMapSectionProps) {
  const { t } = useTranslation();
  const canMove = useCan('bin.install');
  const canEdit = useCan('farm.write');
  const isOffline = useLiveState().kind === 'offline';
  const move = useMoveBin(farm.id);
  const markers = useMemo(
    () =>
      bins.map(({ bin: { id, name, lat, lng }, state }) => ({
        id,
        name,
        state,
        position: lat === null || lng === null ? null : { lat, lng },
      })),
    [bins],
  );
  const { lat, lng } = farm;
  if (lat === null || lng === null) {
    return (
      <Notice
        title={t('map.noLocation')}
        action={
          canEdit && (
            <ButtonLink to="/editfarm/$farmId" params={{ farmId: farm.id }} variant="default">
              {t('farms.edit')}
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <LazyMap label={t('map.title', { name: farm.name })}>
      {/* Remounts the map when the farm's location changes. */}
      <FarmMap
        key={`${farm.id} ${lat} ${lng}`}
        name={farm.name}
        center={{ lat, lng }}
        bins={markers}
        onMove={canMove ? move : null}
        isTall={isTall}
        {...(isOffline && { disabledReason: t('live.cannotChange') })}
      />
    </LazyMap>
  );
}
