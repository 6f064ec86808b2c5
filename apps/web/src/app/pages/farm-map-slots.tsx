import type { FarmFormProps } from '../../features/farms/farm-form.tsx';
import { MapPlace, PinMap } from '../../features/maps/lazy-maps.tsx';
import { PlaceSearch } from '../../features/maps/place-search.tsx';

/** What the form of a farm shows of maps. */
export const farmMapSlots: Pick<FarmFormProps, 'search' | 'map'> = {
  search: (onChoose) => <PlaceSearch onChoose={onChoose} />,
  map: (at, onChange) => (
    <MapPlace>
      <PinMap at={at} onChange={onChange} />
    </MapPlace>
  ),
};
