import { type SearchModel, searchModels } from '@granary/contract/search/models';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import classes from './search.module.css';

export interface SearchBoxProps {
  readonly model: SearchModel;
  readonly text: string;
  readonly onChange: (model: SearchModel, text: string) => void;
}

export function SearchBox({ model, text, onChange }: SearchBoxProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['box']}>
      <TextInput
        type="search"
        className={classes['text'] ?? ''}
        aria-label={t('search.text')}
        placeholder={t('search.text')}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => onChange(model, event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('search.what')}
        data={searchModels.map((value) => ({ value, label: t(`search.models.${value}`) }))}
        value={model}
        onChange={(value) => onChange(value, text)}
      />
    </div>
  );
}
