import type { Place } from '@granary/contract/places/http';
import type { AttributionLink } from '@granary/domain/places/providers';
import { SECOND } from '@granary/domain/units';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { parsePastedPosition, parsePosition } from '../../../lib/coordinates.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { mapSettingsQuery } from '../api/get-map-settings.ts';
import { MIN_SEARCH_LENGTH, placeSearchQuery } from '../api/search-places.ts';
import type { Position } from '../positions.ts';
import { Attribution } from './attribution.tsx';

const DEBOUNCE_MS = 400;

/** Finds a place by name or coordinates; without a search provider, only by coordinates. */
export function PlaceSearch({ onChoose }: { readonly onChoose: (place: Position) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const settings = useQuery(mapSettingsQuery);
  const hasProvider = settings.data?.search_configured !== false;
  const typedPosition = parsePastedPosition(text);
  const position = typedPosition && parsePosition(typedPosition);
  const isNameSearch = hasProvider && position === null && debouncedText === text.trim();
  const query = useQuery(placeSearchQuery(isNameSearch ? debouncedText : null));
  const hasStarted = isNameSearch && debouncedText.length >= MIN_SEARCH_LENGTH;
  const foundPlaces = hasStarted ? (query.data ?? []) : [];
  const places: readonly Place[] =
    position === null ? foundPlaces : [{ name: `${position.lat}, ${position.lng}`, ...position }];
  // Typed coordinates are the only option; it is preselected, so that Enter chooses it without an arrow key.
  const { selectFirstOption } = combobox;
  const isPosition = position !== null;
  useEffect(() => {
    if (isPosition) selectFirstOption();
  }, [isPosition, selectFirstOption]);
  const choose = (index: string) => {
    const place = places[Number(index)];
    if (place === undefined) return;
    setText(place.name);
    combobox.closeDropdown();
    onChoose({ lat: place.lat, lng: place.lng });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          type="search"
          label={t('places.label')}
          description={
            <SearchStatus
              text={text.trim()}
              input={!hasProvider ? 'coordinates-only' : isPosition ? 'coordinates' : 'name'}
              hasStarted={hasStarted}
              query={query}
              attribution={settings.data?.search_attribution ?? ''}
              links={settings.data?.attribution_links ?? []}
            />
          }
          descriptionProps={{ role: 'status' }}
          leftSection={<IconSearch size={18} aria-hidden />}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          // Enter chooses a place; it must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={places.length === 0}>
        <Combobox.Options aria-label={t('places.label')}>
          {places.map((place, index) => (
            // Places can share a name.
            <Combobox.Option key={`${place.lat} ${place.lng} ${place.name}`} value={String(index)}>
              {place.name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface SearchStatusProps {
  readonly text: string;
  /** What was typed; without a provider only coordinates work. */
  readonly input: 'name' | 'coordinates' | 'coordinates-only';
  readonly hasStarted: boolean;
  readonly query: UseQueryResult<Place[]>;
  /** The notice that the provider requires beside its results. */
  readonly attribution: string;
  readonly links: readonly AttributionLink[];
}

/** The status of the search, shown below the field. */
function SearchStatus(props: SearchStatusProps) {
  const { text, input, hasStarted, query, attribution, links } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const formatError = useErrorMessage();
  if (input === 'coordinates-only') return t('places.coordinatesOnly');
  if (input === 'coordinates') return t('places.coordinates');
  if (text.length < MIN_SEARCH_LENGTH) return t('places.hint');
  if (!hasStarted || query.isFetching) return t('places.searching');
  if (query.isError) {
    const { error } = query;
    if (!(error instanceof ApiError)) return formatError(error);
    if (error.status === 503) return t('places.unreachable');
    if (error.status !== 429) return formatError(error);
    const { retryAfterS } = error;
    if (retryAfterS === null) return t('places.busyLater');
    return t('places.busy', { time: format.duration(retryAfterS * SECOND) });
  }
  const count = query.data?.length ?? 0;
  if (count === 0) return t('places.none', { text });
  return (
    <>
      {t('places.found', { count })}
      {attribution !== '' && ' · '}
      <Attribution text={attribution} links={links} />
    </>
  );
}
