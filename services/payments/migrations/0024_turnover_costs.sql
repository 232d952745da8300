CREATE TABLE "payments"."booked_turnover" (
	"landlord_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "booked_turnover_landlord_id_task_id_pk" PRIMARY KEY("landlord_id","task_id")
);
