import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { FarmFormProps } from '../../../features/farms/components/farm-form.tsx';
import { LazyMap, PinMap } from '../../../features/places/components/lazy-maps.tsx';
import { PlaceSearch } from '../../../features/places/components/place-search.tsx';

/** The place search and the map for the farm form. */
export const farmMapSlots: Pick<FarmFormProps, 'renderSearch' | 'renderMap'> = {
  renderSearch: (onChoose) => <PlaceSearch onChoose={onChoose} />,
  renderMap: (at, onChange) => <FarmPin position={at} onChange={onChange} />,
};

function FarmPin(props: ComponentProps<typeof PinMap>) {
  const { t } = useTranslation();
  return (
    <LazyMap label={t('map.pin')}>
      <PinMap {...props} />
    </LazyMap>
  );
}
