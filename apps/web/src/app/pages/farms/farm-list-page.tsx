import { getRouteApi } from '@tanstack/react-router';
import { NotFoundHere } from '../not-found-here.tsx';
import { FarmListOf } from './farm-list-of.tsx';

const route = getRouteApi('/shell/farmlist/$userId');

export function FarmListPage() {
  const { userId } = route.useParams();
  return userId === null ? <NotFoundHere /> : <FarmListOf userId={userId} />;
}
