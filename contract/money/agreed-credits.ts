/**
 * Header of an order for work, with the credits that its person agreed to when they pressed: ordered without a connection, it may
 * come to the server long after. What costs more by then is refused with `price_changed`.
 */
export const agreedCreditsHeader = "x-aworan-agreed-credits"
