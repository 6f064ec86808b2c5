import { getBinsMenu } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const binsMenuQuery = queryOptions({
  queryKey: ['bins-menu'],
  queryFn: ({ signal }) => call(getBinsMenu, {}, signal),
  staleTime: 5 * MINUTE,
});
