import type { Bin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { formatPeople } from '../format-people.ts';

type OpenEntryBin = Pick<Bin, 'id' | 'name' | 'hasOpenEntry' | 'peopleInside'>;

/** A notice for each listed bin that someone is in or near. */
export function OpenEntryNotices({ bins }: { readonly bins: readonly OpenEntryBin[] }) {
  return bins.map((bin) => <OpenEntryNotice key={bin.id} bin={bin} showsBinName />);
}

/** Warns that someone is in or near a bin, with a link to the Fan tab for details. */
export function OpenEntryNotice({
  bin,
  showsBinName = false,
}: {
  readonly bin: OpenEntryBin;
  readonly showsBinName?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!bin.hasOpenEntry) return null;
  return (
    <Notice
      state="warning"
      isTinted
      title={showsBinName ? t('fan.entry.titleOf', { bin: bin.name }) : t('fan.entry.title')}
      detail={formatPeople(bin.peopleInside, { t, format })}
      action={
        <ButtonLink
          to="/binsensor/$id"
          params={{ id: bin.id }}
          search={{ tab: 4 }}
          variant="default"
          aria-label={t('fan.entry.toFanOf', { bin: bin.name })}
        >
          {t('fan.entry.toFan')}
        </ButtonLink>
      }
    />
  );
}
