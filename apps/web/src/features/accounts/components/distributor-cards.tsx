import type { getDistributorList } from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import cards from '../../../components/card-list.module.css';
import { ContactLinks } from '../../../components/contact-links.tsx';
import type { RouteResponse } from '../../../lib/api.ts';
import { useCan } from '../../../lib/use-can.ts';
import { formatPlace } from '../filter-customers.ts';
import type { NamedUser } from './delete-user-dialog.tsx';
import classes from './distributor-cards.module.css';

export interface DistributorCardsProps {
  readonly distributors: RouteResponse<typeof getDistributorList>;
  readonly onDelete: (distributor: NamedUser) => void;
}

/** One card per distributor, with a link to their customers. */
export function DistributorCards({ distributors, onDelete }: DistributorCardsProps) {
  const { t } = useTranslation();
  const canDelete = useCan('account.delete');
  return (
    <ul className={cards['cards']}>
      {distributors.map((distributor) => {
        const name = fullName(distributor);
        return (
          <li key={distributor.id} className={cards['card']}>
            <div>
              <h2 className={cards['name']}>{name}</h2>
              <p className={classes['line']}>{formatPlace(distributor)}</p>
              <ContactLinks phone={distributor.phone} email={distributor.email} />
            </div>
            <b>{t('distributors.customers', { count: distributor.customerCount })}</b>
            <div className={cards['actions']}>
              <ButtonLink
                to="/distributors/$distributorId/users"
                params={{ distributorId: distributor.id }}
                state={{ name }}
                variant="default"
                aria-label={t('distributors.viewUsersOf', { name })}
              >
                {t('distributors.viewUsers')}
              </ButtonLink>
              {canDelete && (
                <Button
                  variant="default"
                  aria-label={`${t('distributors.delete')}: ${name}`}
                  onClick={() => onDelete({ id: distributor.id, name })}
                >
                  {t('distributors.delete')}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
