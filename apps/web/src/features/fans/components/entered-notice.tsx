import type { Bin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';

type EnteredBin = Pick<Bin, 'id' | 'name' | 'hasOpenEntry'>;

/** A notice for each of the bins of a list that someone is in or near. */
export function EnteredNotices({ bins }: { readonly bins: readonly EnteredBin[] }) {
  return bins.map((bin) => <EnteredNotice key={bin.id} bin={bin} isNamed />);
}

/** That someone is in or near a bin, with a link to the Fan tab, which has more about it. */
export function EnteredNotice({
  bin,
  isNamed = false,
}: {
  readonly bin: EnteredBin;
  readonly isNamed?: boolean;
}) {
  const { t } = useTranslation();
  if (!bin.hasOpenEntry) return null;
  return (
    <Notice
      state="warning"
      isTinted
      title={isNamed ? t('fan.entry.titleOf', { bin: bin.name }) : t('fan.entry.title')}
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
