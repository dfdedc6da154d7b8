import { type OrderContext, refuse, violation } from './order-context.ts';

/** Refuses accounts of programmes that the offer does not take (§2.4). */
export function checkLoyalty({ request, tracked }: OrderContext): void {
  const supported = tracked.offer.supportedLoyaltyPrograms;
  const must =
    supported.length > 0
      ? `must be ${supported.join(' or ')}`
      : 'must not be sent, as the offer takes no loyalty programme';
  refuse(
    'loyalty_program_not_supported',
    request.passengers.flatMap(({ loyaltyProgrammeAccounts: accounts = [] }, index) =>
      accounts.flatMap(({ airlineIataCode }, i) =>
        supported.includes(airlineIataCode)
          ? []
          : violation(
              `/passengers/${index}/loyaltyProgrammeAccounts/${i}/airlineIataCode`,
              `${must}, got ${airlineIataCode}`,
              index,
            ),
      ),
    ),
  );
}
