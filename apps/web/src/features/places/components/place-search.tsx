import type { Place } from '@granary/contract/places/http';
import { SECOND } from '@granary/domain/units';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { MIN_LETTERS, placeSearchQuery } from '../api/search-places.ts';
import type { Position } from '../positions.ts';

const DEBOUNCE_MS = 400;

/** Finds a place by name. Without a provider it shows a message. */
export function PlaceSearch({ onChoose }: { readonly onChoose: (place: Position) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useQuery(placeSearchQuery(debouncedText));
  const isAsked = debouncedText.length >= MIN_LETTERS && debouncedText === text.trim();
  const places = isAsked ? (query.data ?? []) : [];
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
          description={<SearchStatus text={text.trim()} isSearched={isAsked} query={query} />}
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
            // Places may share a name.
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
  readonly isSearched: boolean;
  readonly query: UseQueryResult<Place[]>;
}

/** The state of the search, below its field. */
function SearchStatus({ text, isSearched: isAsked, query }: SearchStatusProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatError = useErrorMessage();
  if (text.length < MIN_LETTERS) return t('places.hint');
  if (!isAsked || query.isFetching) return t('places.searching');
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
  return count === 0 ? t('places.none', { text }) : t('places.found', { count });
}
